import { badgeColourOf } from '#shared/rules/badge-colours.ts';
import { Badge } from '#web/ui/badge.tsx';

/** A state as the gateway wrote it, in the colour of its words (D1 §4); an unknown one is grey and never hidden. */
export function StateBadge({ state }: { state: string }) {
  return <Badge colour={badgeColourOf(state)}>{state}</Badge>;
}

/** SI green, NO red (D1 §4), without ground because it stands in every row. */
export function YesNoBadge({ yes }: { yes: boolean }) {
  const text = yes ? 'SI' : 'NO';
  return (
    <Badge quiet colour={badgeColourOf(text)}>
      {text}
    </Badge>
  );
}
