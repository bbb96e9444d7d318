import { type ShipmentState, STAGES, type Stage } from '#shared/rules/shipment-states.ts';

/** One stage of a parcel's way, seen from where the parcel is. */
export interface StageProgress {
  stage: Stage;
  /** What is 'ahead' hasn't been reached, and may never be. */
  position: 'passed' | 'here' | 'ahead';
}

/** The stage of a parcel that turns round, which it may do anywhere. */
export const RETURN_STAGE: Stage = 'Devolución';

/**
 * The stages of a parcel (readings C44) and the one that it is in. One that goes back has only passed what it has been
 * through. In reverse logistics going back is the way itself, so nothing is called a return.
 *
 * @param current null for a state that we don't know, which stays in the stage before it
 * @param history known states, the newest first
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
