import { stopFactorRecovery } from '#shared/factor-recovery.ts';
import { StopLink } from '#web/parts/auth/stop-link.tsx';

/** `/detener-recuperacion/{hash}`: stops a recovery of the second factor that somebody else requested. */
export default function StopRecovery() {
  return (
    <StopLink call={stopFactorRecovery} title="Detener la recuperación">
      Alguien pidió entrar a tu cuenta sin tu teléfono. Si no fuiste vos, detenelo: nadie va a recibir un código.
    </StopLink>
  );
}
