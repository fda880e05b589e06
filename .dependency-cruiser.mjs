/** Which folder of src/ may import which; everything not listed is forbidden. See docs/architecture.md. */
const allowed = {
  engine: [],
  language: ["engine"],
  time: ["engine"],
  "project-code": ["engine"],
  processes: [],
  config: ["engine", "project-code"],
  model: ["engine", "time"],
  understand: ["engine", "language", "model", "time"],
  digress: ["engine", "language", "model", "project-code"],
  respond: ["engine", "language", "model", "time", "project-code"],
  turn: ["engine", "language", "understand", "digress", "respond", "project-code"],
  hosts: ["engine", "turn"],
  stores: ["engine"],
  runtime: [
    "engine",
    "language",
    "config",
    "turn",
    "hosts",
    "stores",
    "understand",
    "model",
    "digress",
    "respond",
    "time",
    "project-code",
    "processes",
  ],
  dialogue: ["engine", "runtime"],
  testing: ["engine", "config", "dialogue", "runtime", "stores", "understand", "project-code"],
  server: ["engine", "language", "time", "config", "runtime", "respond"],
  report: [],
  optimize: ["engine", "language", "model", "understand", "report"],
};

const folderRules = Object.entries(allowed).map(([folder, targets]) => ({
  name: `${folder}-direction`,
  comment: `src/${folder} may import only: ${[folder, ...targets].join(", ")}.`,
  severity: "error",
  from: { path: `^src/${folder}/`, pathNot: "[.]test[.]ts$" },
  to: { path: "^src/", pathNot: `^src/(${[folder, ...targets].join("|")})/` },
}));

export default {
  forbidden: [
    ...folderRules,
    { name: "no-circular", severity: "error", from: { path: "^src/" }, to: { circular: true } },
    {
      name: "langgraph-confined",
      comment: "LangGraph is imported only in hosts/langgraph/.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/hosts/langgraph/" },
      to: { path: "node_modules/@langchain/" },
    },
    {
      name: "stores-apart",
      comment: "The folder of a database knows the shared code of stores, and no other database.",
      severity: "error",
      from: { path: "^src/stores/([^/]+)/", pathNot: "[.]test[.]ts$" },
      to: { path: "^src/stores/[^/]+/", pathNot: "^src/stores/$1/" },
    },
    {
      name: "stores-shared",
      comment: "Shared code of stores knows no database.",
      severity: "error",
      from: { path: "^src/stores/[^/]+[.]ts$", pathNot: "[.]test[.]ts$" },
      to: { path: "^src/stores/[^/]+/" },
    },
    {
      name: "digress-apart",
      comment:
        "Answers never touch the stack: digress knows what is in an assistant and a state, and not how it moves.",
      severity: "error",
      from: { path: "^src/(digress|respond|understand|model|stores|language)/", pathNot: "[.]test[.]ts$" },
      to: { path: "^src/engine/(flow|steps)/" },
    },
    {
      name: "parts-of-the-engine",
      comment: "Descriptions of assistants and states do not know how conversations move.",
      severity: "error",
      from: { path: "^src/engine/(assistant|state|secrets|[^/]+[.]ts$)", pathNot: "[.]test[.]ts$" },
      to: { path: "^src/engine/(flow|steps|expression)/" },
    },
    {
      name: "pure-core",
      comment: "The engine uses no Node built-ins: no I/O, no clock.",
      severity: "error",
      from: { path: "^src/engine/", pathNot: "[.]test[.]ts$" },
      to: { dependencyTypes: ["core"] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      extensions: [".ts", ".js", ".mjs"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "types"],
    },
  },
};
