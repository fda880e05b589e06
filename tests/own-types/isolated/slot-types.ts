export { slotTypes } from "../parcels/slot-types.ts";
