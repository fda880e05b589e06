import { html, type Markup, nothing, prose } from "./markup.ts";
import {
  type Body,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  referencedSchemas,
  type Schema,
  sampleOf,
} from "./open-api-document.ts";
import { renderSchema, renderType } from "./render-schema.ts";
import { apiPageStyles } from "./styles.ts";

interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The interface as one page to read: no script, nothing loaded, a command line to try each route with. */
export function renderApiPage(document: OpenApiDocument): string {
  const { info, tags = [], components } = document;
  const schemas = components?.schemas ?? {};
  const routes = routesOf(document.paths);
  const webhooks = routesOf(document.webhooks);
  const groups = tags.map((tag) => ({
    ...tag,
    routes: routes.filter(({ operation }) => operation.tags?.includes(tag.name) === true),
  }));
  const shown = [...referencedSchemas([document.paths, document.webhooks], schemas)];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title}: HTTP interface</title>
<style>${apiPageStyles}</style>
</head>
<body>
<header><h1>${info.title} <small>${info.version}</small></h1>
<p>${prose(info.description ?? "")} The same for programs: <a href="/openapi.json">/openapi.json</a>.</p>
<nav aria-label="Contents"><ul>${groups.map(
    ({ name, routes: listed }) => html`<li><a href="#${name}">${name}</a> <small>${listed.length}</small></li>`,
  )}<li><a href="#webhooks">webhooks</a> <small>${webhooks.length}</small></li><li><a href="#schemas">schemas</a> <small>${shown.length}</small></li></ul></nav>
</header>
<main>
${groups.map(
  ({ name, description = "", routes: listed }) =>
    html`<section><h2 id="${name}">${name}</h2><p>${prose(description)}</p>${listed.map((route) => renderRoute(route, schemas))}</section>
`,
)}<section><h2 id="webhooks">webhooks</h2><p>What the server sends to you.</p>${webhooks.map((route) =>
    renderOperation(route, nothing),
  )}</section>
<section><h2 id="schemas">schemas</h2>${shown.map(
    ([name, schema]) =>
      html`<article id="schema-${name}"><h3>${name}</h3>${renderSchema(schema)}</article>
`,
  )}</section>
</main>
</body>
</html>
`.text;
}

const routesOf = (paths: OpenApiDocument["paths"]): readonly Route[] =>
  Object.entries(paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

const renderRoute = (route: Route, schemas: Readonly<Record<string, Schema>>): Markup =>
  renderOperation(route, html`<h4>Try it</h4><pre tabindex="0">${commandLine(route, schemas)}</pre>`);

function renderOperation({ method, path, operation }: Route, attempt: Markup): Markup {
  const { operationId = `${method} ${path}`, summary = "", description, parameters = [], requestBody } = operation;
  return html`<details id="${operationId}"><summary><b class="${method.toLowerCase()}">${method}</b> <code>${path}</code> <span>${prose(summary)}</span></summary>
${description === undefined ? nothing : html`<p>${prose(description)}</p>`}${
  parameters.length === 0
    ? nothing
    : html`<h4>Parameters</h4><table><tbody>${parameters.map(renderParameter)}</tbody></table>`
}${requestBody === undefined ? nothing : html`<h4>Body</h4>${renderBody(requestBody)}`}<h4>Answers</h4><table><tbody>${Object.entries(
    operation.responses ?? {},
  ).map(
    ([status, body]) => html`<tr><th scope="row"><code>${status}</code></th><td>${renderBody(body)}</td></tr>`,
  )}</tbody></table>${attempt}</details>
`;
}

const renderParameter = ({ name, in: place, required, description, schema = {} }: Parameter): Markup =>
  html`<tr><th scope="row"><code>${name}</code> <small>${place}${required === true ? "" : ", optional"}</small></th><td><code>${renderType(
    schema,
  )}</code>${description === undefined ? nothing : html`<br>${prose(description)}`}</td></tr>`;

const renderBody = ({ description, content = {} }: Body): Markup =>
  html`${description === undefined ? nothing : html`<p>${prose(description)}</p>`}${Object.entries(content).map(
    ([type, { schema = {} }]) => html`<p><small>${type}</small> <code>${renderType(schema)}</code></p>`,
  )}`;

function commandLine({ method, path, operation }: Route, schemas: Readonly<Record<string, Schema>>): string {
  const schema = operation.requestBody?.content?.["application/json"]?.schema;
  const body = schema === undefined ? null : JSON.stringify(sampleOf(schema, schemas));
  return [
    `curl${method === "GET" ? "" : ` -X ${method}`} "$SERVER${path}"`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d '${body.replaceAll("'", "'\\''")}'`]),
  ].join(" \\\n  ");
}
