import type { ChannelVersions, Checkpoint } from "@langchain/langgraph-checkpoint";
import { currentValues } from "./current-values.ts";
import type { HistoryRow, HistoryRows } from "./history-rows.ts";
import { toJsonText } from "./json-serializer.ts";
import { readRow } from "./read-row.ts";

/**
 * A checkpoint holds only the channel values written since its parent; for the others it names the checkpoint
 * that holds them. (A key of channel and version would not do: two forks count the same versions.)
 */
interface HistoryText {
  readonly checkpoint: Omit<Checkpoint, "channel_values">;
  readonly values: Readonly<Record<string, unknown>>;
  readonly inherited: Readonly<Record<string, string>>;
}

export const toHistoryText = (
  checkpoint: Checkpoint,
  newVersions: ChannelVersions,
  parentRow: HistoryRow | null,
): string => {
  const { channel_values: values, ...rest } = checkpoint;
  const parent = parentRow === null ? null : read(parentRow);
  const written = Object.entries(values).filter(([channel]) => Object.hasOwn(newVersions, channel));
  const inherited = Object.keys(values).flatMap((channel) => {
    const holder =
      parent === null || Object.hasOwn(newVersions, channel) ? undefined : holderOf(channel, parent, parentRow);
    return holder === undefined ? [] : [[channel, holder] as const];
  });
  const text: HistoryText = {
    checkpoint: rest,
    values: Object.fromEntries(written),
    inherited: Object.fromEntries(inherited),
  };
  return toJsonText(text);
};

export const readHistoryText = async (row: HistoryRow, rows: HistoryRows): Promise<Checkpoint> => {
  const { checkpoint, values, inherited } = read(row);
  const channelValues: Record<string, unknown> = { ...values };
  for (const [channel, checkpointId] of Object.entries(inherited)) {
    const holder = await rows.find({ ...row, checkpointId });
    if (holder !== null) {
      channelValues[channel] = read(holder).values[channel];
    }
  }
  return { ...checkpoint, channel_values: currentValues(channelValues) };
};

const holderOf = (channel: string, parent: HistoryText, row: HistoryRow | null): string | undefined =>
  Object.hasOwn(parent.values, channel) ? row?.checkpointId : parent.inherited[channel];

const read = (row: HistoryRow): HistoryText => readRow(row.checkpoint, row.conversationId) as HistoryText;
