/** How to speak of a slot or flow: its description, or its name read as words. */
export function describe(thing: { readonly name: string; readonly description: string }): string {
  const description = thing.description.trim();
  return description === "" ? thing.name.replaceAll("_", " ") : description;
}
