import { giveRecoveryCode, type TeamUser } from '#shared/people/team.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { personName } from '#web/people/person-name.ts';
import { RecoveryCodeDialog } from '#web/people/second-factor/recovery-code-dialog.tsx';

interface MemberCodeDialogProps {
  user: TeamUser;
  onClose: () => void;
}

/** Gives a member of the company who lost the phone a code for one login. */
export default function MemberCodeDialog({ user, onClose }: MemberCodeDialogProps) {
  const { send } = useApiMutation(giveRecoveryCode);
  const give = async () => (await send({ params: { id: user.id } })).results.code;
  return (
    <RecoveryCodeDialog name={personName(user)} onGive={give} onClose={onClose}>
      {personName(user)} va a poder entrar una vez sin su teléfono, y después configurar uno nuevo. Su contraseña sigue
      haciendo falta. Le avisamos por email, y también a los dueños de la empresa.
    </RecoveryCodeDialog>
  );
}
