export { steps } from "../parcels/steps.ts";
