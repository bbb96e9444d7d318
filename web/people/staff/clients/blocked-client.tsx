import { Badge } from '#web/kit/ui/display/badge.tsx';

/** That a client is blocked, and why: beside its name, wherever somebody is about to work for it. Nothing for another client. */
export function BlockedClient({ reason }: { reason: string | null }) {
  if (!reason) return null;
  return (
    <span>
      <Badge colour="rojo">Cliente bloqueado</Badge>
      <span className="row-line">{reason}</span>
    </span>
  );
}
