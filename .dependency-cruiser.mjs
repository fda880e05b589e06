/** Which folder of src/ may import which; everything not listed is forbidden. See docs/architecture.md. */
const allowed = {
  domain: [],
  flow: ["domain"],
  time: ["domain"],
  turn: ["domain"],
  processes: [],
  config: ["domain", "flow"],
  model: ["domain", "time"],
  understand: ["domain", "model", "time"],
  digress: ["domain", "model", "turn"],
  respond: ["domain", "model", "time", "turn"],
  execute: ["domain", "flow", "steps"],
  steps: ["domain", "flow"],
  validate: ["domain", "flow", "turn"],
  graph: ["domain", "understand", "validate", "execute", "flow", "steps", "digress", "respond", "turn"],
  checkpoint: ["domain", "stores"],
  stores: ["domain", "checkpoint"],
  runtime: [
    "domain",
    "config",
    "flow",
    "graph",
    "checkpoint",
    "understand",
    "model",
    "digress",
    "respond",
    "time",
    "turn",
    "processes",
  ],
  testing: ["domain", "config", "runtime", "understand"],
  server: ["domain", "config", "runtime", "respond"],
  optimize: ["domain", "model", "understand"],
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
      comment: "LangGraph is imported only in graph/ and checkpoint/.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(graph|checkpoint)/" },
      to: { path: "node_modules/@langchain/" },
    },
    {
      name: "pure-core",
      comment: "domain, flow, execute and steps use no Node built-ins: no I/O, no clock.",
      severity: "error",
      from: { path: "^src/(domain|flow|execute|steps)/", pathNot: "[.]test[.]ts$" },
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
