import { type ShipmentState, STAGES, type Stage } from '#shared/rules/shipment-states.ts';

/** A stage of a parcel's journey, and its position relative to the parcel's current stage. */
export interface StageProgress {
  stage: Stage;
  /** A stage that is 'ahead' may never be reached. */
  position: 'passed' | 'here' | 'ahead';
}

/** The stage of a parcel that goes back to its sender, which may happen after any stage. */
export const RETURN_STAGE: Stage = 'Devolución';

/**
 * Returns the stages of a parcel with its progress (readings C44). A returned parcel has passed only the stages of its
 * history. In reverse logistics every parcel goes back to the sender, so the return stage is omitted.
 *
 * @param current null for an unknown state, which belongs to the stage of the state before it
 * @param history known states, newest first
 */
export function stageProgress(
  current: ShipmentState | null,
  history: readonly ShipmentState[],
  reverse: boolean,
): StageProgress[] {
  const stageOf = ({ stage }: ShipmentState): Stage => (reverse && stage === RETURN_STAGE ? 'En camino' : stage);
  const visited = history.map(stageOf);
  const here = current ? stageOf(current) : (visited[0] ?? STAGES[0]);
  const stages = reverse ? STAGES.filter((stage) => stage !== RETURN_STAGE) : STAGES;
  const reached = stages.indexOf(here);
  return stages.map((stage, index) => {
    if (stage === here) return { stage, position: 'here' };
    return {
      stage,
      position: index < reached && (here !== RETURN_STAGE || visited.includes(stage)) ? 'passed' : 'ahead',
    };
  });
}
