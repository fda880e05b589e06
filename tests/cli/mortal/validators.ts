/** A text that begins with "validator" ends here already. */
export const validators = {
  bearable: (how: string) => {
    if (how === "validator exit") process.exit(8);
    if (how === "validator spin") for (;;);
    return true;
  },
};
