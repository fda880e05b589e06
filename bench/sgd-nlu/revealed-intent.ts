import type { DialogueMemory } from "./dialogue-memory.ts";
import type { Row, Service, Services } from "./sgd-rows.ts";

/**
 * What the system asks, confirms or offers shows which intent it is working on. If ours cannot be it, this is the one
 * that it must be; null where ours fits or several others do.
 */
export function revealedIntent(
  row: Row,
  memory: DialogueMemory,
  services: Services,
): { readonly service: string; readonly intent: string } | null {
  const act = row.lastSystem.find(({ act }) => act === "REQUEST" || act === "CONFIRM" || act === "OFFER");
  const service = act === undefined ? undefined : services[act.service];
  if (act === undefined || service === undefined || row.lastSystem.some(({ act }) => act === "NOTIFY_FAILURE"))
    return null;
  const slots = row.lastSystem.flatMap((candidate) =>
    candidate.act === act.act && candidate.slot !== undefined ? [candidate.slot] : [],
  );
  const fitting = Object.keys(service.intents).filter((intent) => fits(service, intent, { act: act.act, slots }));
  const ours = memory.intents[act.service];
  if (ours !== undefined && fitting.includes(ours)) return null;
  const [only, ...others] = fitting;
  return only === undefined || others.length > 0 ? null : { service: act.service, intent: only };
}

function fits(
  service: Service,
  name: string,
  { act, slots }: { readonly act: string; readonly slots: readonly string[] },
): boolean {
  const intent = service.intents[name];
  if (intent === undefined) return false;
  const own = new Set([...intent.required, ...Object.keys(intent.optional)]);
  switch (act) {
    case "REQUEST":
      return slots.every((slot) => own.has(slot));
    case "CONFIRM":
      return (
        intent.transactional &&
        intent.required.every((slot) => slots.includes(slot)) &&
        slots.every((slot) => own.has(slot))
      );
    default:
      return !intent.transactional && slots.every((slot) => intent.results.includes(slot));
  }
}
