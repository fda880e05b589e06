import { checkCallCycles } from "./call-cycle.ts";
import type { Checking } from "./checking.ts";
import { checkUnfilledInputs } from "./dataflow.ts";
import { checkEndlessLoops } from "./endless-loop.ts";
import { checkEnvironment } from "./environment.ts";
import { checkFlows } from "./flows.ts";
import { checkKnowledge } from "./knowledge.ts";
import { checkLinkCircles } from "./link-circle.ts";
import { checkNeverFilled } from "./never-filled.ts";
import { checkPackages } from "./packages.ts";
import { checkPatterns } from "./patterns.ts";
import { checkReachability } from "./reachability.ts";
import { checkRegistered } from "./registered.ts";
import { checkResponses } from "./responses.ts";
import { checkSettings } from "./settings.ts";

/** Everything that can be said once all names are known. */
export function checkAssistant(checking: Checking): void {
  const { compiled, draft, report } = checking;
  checkSettings(checking);
  checkEnvironment(checking);
  checkPackages(checking);
  checkFlows(checking);
  checkPatterns(checking);
  checkResponses(checking);
  checkKnowledge(checking);
  checkRegistered(checking);
  checkCallCycles(compiled.flows, report);
  checkLinkCircles(compiled.flows, report);
  for (const flow of compiled.flows) {
    checkReachability(flow, report);
    checkEndlessLoops(flow, report);
    checkUnfilledInputs(flow, draft, report);
    checkNeverFilled(flow, draft, report);
  }
}
