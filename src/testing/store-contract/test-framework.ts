/** The functions of a test framework that the contract uses: those of vitest or jest. */
export interface TestFramework {
  readonly describe: (name: string, tests: () => void) => void;
  readonly it: (name: string, test: () => Promise<void>) => void;
  readonly beforeEach: (prepare: () => Promise<void>) => void;
  readonly afterEach: (tidy: () => Promise<void>) => void;
  readonly expect: Expect;
}

interface Expect {
  (value: unknown): Matchers & { readonly not: Matchers; readonly rejects: Rejections };
  objectContaining(expected: Readonly<Record<string, unknown>>): unknown;
}

interface Matchers {
  toBe(expected: unknown): void;
  toBeNull(): void;
  toBeUndefined(): void;
  toEqual(expected: unknown): void;
  toHaveLength(length: number): void;
  toMatch(pattern: RegExp): void;
  toMatchObject(expected: object): void;
}

interface Rejections {
  toEqual(expected: unknown): Promise<void>;
  toMatchObject(expected: object): Promise<void>;
  toThrow(pattern: RegExp): Promise<void>;
}
