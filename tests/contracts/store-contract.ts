import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describeStore as describeAlone, type OpenPlace } from "../../src/testing/index.ts";
import { describeAbandonment } from "./abandonment-contract.ts";
import { describeErasure } from "./erasure-contract.ts";
import { describePages } from "./page-contract.ts";
import { describePoison } from "./poison-contract.ts";
import { describeRecovery } from "./recovery-contract.ts";
import { describeRetention } from "./retention-contract.ts";

/** What anybody's store keeps, then what it does for a running assistant. */
export const describeStore = (name: string, openPlace: OpenPlace): void => {
  describeAlone({ afterEach, beforeEach, describe, expect, it }, name, openPlace);
  describe(`an assistant on the ${name} store`, () => {
    describePages(openPlace);
    describeErasure(openPlace);
    describePoison(openPlace);
    describeRetention(openPlace);
    describeAbandonment(openPlace);
    describeRecovery(openPlace);
  });
};
