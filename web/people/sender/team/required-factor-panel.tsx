import { formatTimestamp } from '#shared/format.ts';
import { GRACE_DAYS, requirementRefusal } from '#shared/people/rules/required-factor.ts';
import type { TeamUser } from '#shared/people/team.ts';
import { permissionReason } from '#web/parts/user/use-permission-reason.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import type { TeamAction } from './team-action-dialog.tsx';

interface RequiredFactorPanelProps {
  /** From when the company requires a second factor, ISO 8601; null if it doesn't. */
  from: string | null;
  users: readonly TeamUser[];
  /** The logged-in user. */
  me: TeamUser;
  ask: (action: TeamAction) => void;
}

/** Requires a second factor of all users of the company, or ends the requirement. */
export function RequiredFactorPanel({ from, users, me, ask }: RequiredFactorPanelProps) {
  const refused = permissionReason(me.role, 'people') ?? requirementRefusal(me.second_factor === true);
  return (
    <Panel
      title="Segundo paso del equipo"
      action={
        <Button
          size="sm"
          disabledReason={refused}
          aria-haspopup="dialog"
          onClick={() => ask({ kind: from === null ? 'require' : 'release' })}
        >
          {from === null ? 'Exigir el segundo paso' : 'Dejar de exigirlo'}
        </Button>
      }
    >
      <p className="muted">
        {from === null
          ? `Cada persona decide si su ingreso pide también un código de su teléfono. Si lo exigís, tiene ${GRACE_DAYS} días para configurarlo.`
          : `Exigido desde el ${formatTimestamp(from)}.${missing(users)}`}
      </p>
    </Panel>
  );
}

/** Returns a sentence about the users without a second factor; empty for somebody who can't see who they are. */
function missing(users: readonly TeamUser[]): string {
  if (users.some(({ second_factor }) => second_factor === null)) return '';
  const count = users.filter(({ second_factor }) => !second_factor).length;
  if (count === 0) return ' Todas las personas lo configuraron.';
  return count === 1 ? ' Falta que lo configure una persona.' : ` Falta que lo configuren ${count} personas.`;
}
