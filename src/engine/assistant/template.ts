/** `Hello {name}.` parsed once at load: text and paths in turn, interpolated once and never again. */
export interface Template {
  readonly source: string;
  readonly parts: readonly TemplatePart[];
}

export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "path"; readonly path: readonly string[] };
