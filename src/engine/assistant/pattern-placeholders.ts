import type { PatternName } from "../state/outcome.ts";

/**
 * The values that each system text can name: what logic puts into `values`, and all that an assistant's
 * own wording may use. Any of them may be absent; the built-in texts then leave that sentence out.
 *
 * - `slot_description`, `flow_description`: as declared ("Book a flight"); `respond/` fits the case to the sentence.
 * - `flows`, `missing`, `values`, `examples`: lists (type `list`); `flows` and `missing` hold descriptions.
 * - `options`: filled by `respond/` from the outcome's options.
 * - `more`: filled by `respond/` with the number of flows left out of a long list.
 * - `value`: with the type of its slot. `page`, `pages`, `limit`: integers. `error`, `topic`, `slot`, `queue`, `id`: texts.
 * - `filled`: a list of `{ description, value, type }`, so that each value is formatted by its own type.
 */
export const patternPlaceholders = {
  ask_slot: ["slot_description"],
  ask_input: ["slot_description", "value"],
  ask_change: ["flow_description"],
  ask_cancel: ["flow_description"],
  ask_which_flow: ["options"],
  ask_which_to_drop: ["options"],
  ask_which_option: ["slot_description", "options"],
  page_hint: ["page", "pages"],
  slot_corrected: ["slot_description", "value"],
  slot_cleared: ["slot_description"],
  slot_skipped: ["slot_description"],
  slot_invalid: ["slot_description", "value"],
  slot_not_allowed: ["slot_description", "value", "values"],
  slot_constraint: ["slot_description", "value"],
  slot_unknown: ["slot"],
  slot_read_only: ["slot_description"],
  slot_required: ["slot_description"],
  already_done: ["slot_description", "flow_description"],
  nothing_to_choose: ["slot_description"],
  flow_resumed: ["flow_description"],
  flows_paused: ["flows", "more", "options"],
  flow_cancelled: ["flow_description"],
  flow_restarted: ["flow_description"],
  flow_kept: ["flow_description"],
  flow_failed: ["flow_description", "error"],
  flow_changed: ["flow_description", "options"],
  flow_gone: [],
  asked_again: [],
  flow_unavailable: ["flow_description", "flows", "more"],
  flow_not_interruptible: ["flow_description"],
  flow_not_paused: ["flows", "more"],
  nothing_to_cancel: ["flows", "more"],
  nothing_to_restart: ["flows", "more"],
  nothing_to_undo: ["flows", "more"],
  undone: ["missing"],
  undo_too_late: ["flow_description"],
  nothing_to_confirm: ["flows", "more"],
  nothing_to_repeat: ["flows", "more"],
  prompt_stale: [],
  stack_limit: ["flow_description"],
  oldest_cancelled: ["flow_description"],
  handed_off: ["queue"],
  handoff_unavailable: [],
  handoff_released: [],
  understanding_unavailable: [],
  not_understood: ["flows", "more"],
  not_understood_again: ["flows", "more"],
  no_progress: ["flow_description"],
  out_of_scope: ["topic", "flows", "more"],
  chitchat: ["flows", "more"],
  session_expired: ["flow_description", "options"],
  message_empty: [],
  message_too_long: ["limit"],
  message_quarantined: [],
  internal_error: ["id"],
  what_i_can_do: ["flows", "more"],
  help_step: ["slot_description", "flow_description", "values", "examples", "flows", "more"],
  help_flow: ["flow_description", "missing", "flows", "more"],
  why_slot: ["slot_description", "flow_description"],
  slot_values: ["slot_description", "values"],
  slot_about: ["slot_description", "examples", "value"],
  status: ["flow_description", "filled", "missing"],
  status_nothing: ["flows", "more"],
  dont_know: ["topic", "flows", "more"],
} as const satisfies Record<PatternName, readonly string[]>;
