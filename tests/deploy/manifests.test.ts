import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import { validate } from "dockerfile-utils";
import { Deployment } from "kubernetes-models/apps/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { Service } from "kubernetes-models/v1";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readDockerfile, root } from "./dockerfile.ts";

const read = (file: string): string => readFileSync(join(root, file), "utf8");

describe("the Dockerfile", () => {
  const stages = readDockerfile();
  const last = stages.at(-1);
  const of = (keyword: string): readonly string[] =>
    (last?.instructions ?? []).filter((each) => each.keyword === keyword).map(({ text }) => text);

  it("has no mistakes that a linter knows, and one would be found", () => {
    expect(validate(read("Dockerfile")).map(({ message }) => message)).toEqual([]);
    expect(validate("FROM node\nCOPPY a b\nHEALTHCHECK --every=1s CMD x\n")).toHaveLength(2);
  });

  it("ends in an image that runs as nobody special, is probed, and was built elsewhere", () => {
    expect(stages.map(({ image }) => image)).toEqual(["node:24-slim", "node:24-slim", "node:24-slim"]);
    expect(of("USER")).toEqual(["node"]);
    expect(of("HEALTHCHECK")[0]).toContain("/health/live");
    // No shell between the signal and the server, and nothing that is installed.
    expect(of("ENTRYPOINT")[0]).toMatch(/^\["node", /);
    expect(of("RUN")).toEqual([]);
  });

  it("lets nothing into the build but what is named", () => {
    const [first, ...others] = read(".dockerignore")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    expect(first).toBe("*");
    expect(others.filter((line) => line.startsWith("!") && /env|\.git|db/.test(line))).toEqual([]);
  });
});

describe("compose.yaml", () => {
  const folder = dirname(createRequire(import.meta.url).resolve("dclint/package.json"));
  // Its own `$schema` is written with https, which no validator knows.
  const { $schema: _, ...schema } = JSON.parse(readFileSync(join(folder, "schemas/compose.schema.json"), "utf8"));
  const check = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  const compose = parse(read("compose.yaml"));

  it("fits the schema of Compose, and a misspelt key would not", () => {
    check(compose);
    expect(check.errors ?? []).toEqual([]);
    expect(check({ services: { soni: { image: "soni", depend_on: ["postgres"] } } })).toBe(false);
  });

  it("runs two servers that keep nothing, and shows only the proxy, to this machine", () => {
    const { soni, postgres, proxy } = compose.services;
    expect(soni.deploy.replicas).toBe(2);
    expect(soni.read_only).toBe(true);
    expect([soni.ports, postgres.ports]).toEqual([undefined, undefined]);
    expect(proxy.ports).toEqual(["127.0.0.1:8080:8080"]);
    // Secrets are asked for, never given.
    expect(read("compose.yaml")).not.toMatch(/(PASSWORD|TOKENS): (?!\$\{)/);
  });
});

describe("deploy/kubernetes.yaml", () => {
  const documents = parseAllDocuments(read("deploy/kubernetes.yaml")).map((document) => document.toJS());
  const kinds = { Deployment, Service, PodDisruptionBudget };

  it("fits the schemas of Kubernetes", () => {
    expect(documents.map(({ kind }) => kind)).toEqual(Object.keys(kinds));
    for (const document of documents) {
      const { kind, apiVersion, ...content } = document as { kind: keyof typeof kinds; apiVersion: string };
      const model = new kinds[kind](content as never);
      model.validate();
      expect([model.apiVersion, model.kind]).toEqual([apiVersion, kind]);
    }
    expect(() => new Service({ spec: { ports: [{ port: "http" as never }] } }).validate()).toThrow();
  });

  it("has only keys that exist, which those schemas do not ask", () => {
    const [deployment, service, budget] = documents;
    const wrong = { ...service, spec: { ...service.spec, sellector: {} } };
    const lines = [
      ["IDeployment", "apps/v1", deployment],
      ["IService", "v1", service],
      ["IPodDisruptionBudget", "policy/v1", budget],
      ["IService", "v1", wrong],
    ] as const;
    const found = lines.map(([type, from, manifest]) => {
      const code = `import type { ${type} } from "kubernetes-models/${from}";\nexport const manifest: ${type} = ${JSON.stringify(manifest)};\n`;
      return problemsOf(code);
    });
    expect(found.slice(0, 3)).toEqual([[], [], []]);
    expect(found[3]?.join()).toContain("sellector");
  });

  it("probes the routes that there are, keeps secrets out, and may do nothing it need not", () => {
    const [{ spec }] = documents;
    const [container] = spec.template.spec.containers;
    expect(container.livenessProbe.httpGet.path).toBe("/health/live");
    expect(container.readinessProbe.httpGet.path).toBe("/health/ready");
    expect(container.env.every((each: { value?: string }) => each.value === undefined)).toBe(true);
    expect(container.securityContext).toMatchObject({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true });
    expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true });
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(25);
    for (const { spec: other } of documents.slice(1)) {
      expect(other.selector.matchLabels ?? other.selector).toEqual(spec.template.metadata.labels);
    }
  });
});

/** A literal with a key that its type lacks is a mistake for TypeScript. */
function problemsOf(code: string): readonly string[] {
  const file = join(root, "manifest-check.ts");
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, version, ...rest) =>
    name === file ? ts.createSourceFile(name, code, version) : getSourceFile.call(host, name, version, ...rest);
  const program = ts.createProgram([file], options, host);
  return program
    .getSemanticDiagnostics(program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
