import { isDeveloper } from "../access/principal.ts";
import { requireDeveloper } from "../error-handler.ts";
import { orProblem, type ServerApp } from "../server-app.ts";
import { DevReport } from "./dev-report.ts";

export function devRoutes(app: ServerApp, dev: { readonly report: DevReport }): void {
  app.get("/dev/findings", {
    schema: {
      operationId: "getFindings",
      summary: "What is wrong with the assistant's files as they are now: only under `soni dev`, for developers",
      tags: ["server"],
      response: { 200: DevReport, ...orProblem },
    },
    async handler({ principal }) {
      requireDeveloper(isDeveloper(principal));
      return dev.report;
    },
  });
}
