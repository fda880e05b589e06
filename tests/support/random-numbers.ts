export type RandomNumbers = (below: number) => number;

/** Numbers that look random and are the same in every run with the same seed. */
export function randomNumbers(seed: number): RandomNumbers {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
