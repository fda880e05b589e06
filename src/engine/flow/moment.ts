/**
 * A time as a part of an action's key. A conversation that is deleted and begun again under its id counts its flows from
 * one again: without the time, systems outside would take its first booking for the old one.
 */
export const moment = (milliseconds: number): string => milliseconds.toString(36);
