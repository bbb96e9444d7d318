import { type ShipmentState, STAGES, type Stage } from '#shared/orders/rules/shipment/shipment-states.ts';

/** A stage of a shipment's journey, and its position relative to the shipment's current stage. */
export interface StageProgress {
  stage: Stage;
  position: 'passed' | 'here' | 'ahead';
}

/** The stage of a shipment that goes back to its sender, which may happen after any stage: shown once it has happened. */
export const RETURN_STAGE: Stage = 'Devolución';

/**
 * Returns the stages of a shipment with its progress (readings C44). A returned shipment has passed only the stages of its
 * history. The return stage is omitted until it happens; in reverse logistics, where every shipment goes back to the sender,
 * always.
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
  const stages = here === RETURN_STAGE ? STAGES : STAGES.filter((stage) => stage !== RETURN_STAGE);
  const reached = stages.indexOf(here);
  return stages.map((stage, index) => {
    if (stage === here) return { stage, position: 'here' };
    return {
      stage,
      position: index < reached && (here !== RETURN_STAGE || visited.includes(stage)) ? 'passed' : 'ahead',
    };
  });
}
