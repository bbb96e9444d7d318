import { badgeOf } from '#shared/rules/badges.ts';
import { Badge } from '#web/ui/badge.tsx';

/** A state as the gateway wrote it, in the colour of its words (D1 §4); an unknown one is grey and never hidden. */
export function StateBadge({ state }: { state: string }) {
  return <Badge colour={badgeOf(state)}>{state}</Badge>;
}

/** Whether labels were printed: SI green, NO red, without ground because it stands in every row. */
export function PrintedBadge({ printed }: { printed: boolean }) {
  const text = printed ? 'SI' : 'NO';
  return (
    <Badge quiet colour={badgeOf(text)}>
      {text}
    </Badge>
  );
}
