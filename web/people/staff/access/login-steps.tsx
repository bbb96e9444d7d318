import { AuthPage } from '#web/people/auth/auth-page.tsx';
import { CodeStep } from './code-step.tsx';
import { Login } from './login.tsx';
import type { Person } from './me.ts';
import { StaffFactorSetUp } from './staff-factor-set-up.tsx';

interface LoginStepsProps {
  /** Null without a session. */
  me: Person | null;
  /** Whether the setup stays, whatever the session lacks now. */
  setupHeld: boolean;
  onSetupHold: (held: boolean) => void;
}

/** The step that a session lacks: password, code, or the second step's setup. */
export default function LoginSteps({ me, setupHeld, onSetupHold }: LoginStepsProps) {
  if (!setupHeld && !me) return <Login />;
  if (!setupHeld && me?.second_factor === 'code') return <CodeStep me={me} />;
  return (
    <AuthPage title="Tu segundo paso">
      <StaffFactorSetUp onHold={onSetupHold} />
    </AuthPage>
  );
}
