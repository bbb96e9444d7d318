import { AuthPage } from '#web/parts/auth/auth-page.tsx';
import { CodeStep } from './code-step.tsx';
import { FactorSetup } from './factor-setup.tsx';
import { Login } from './login.tsx';
import type { Person } from './me.ts';

/** The step that a session lacks: password, code, or the second step's setup. @param me null without a session */
export default function LoginSteps({ me }: { me: Person | null }) {
  if (!me) return <Login />;
  if (me.second_factor === 'code') return <CodeStep me={me} />;
  return (
    <AuthPage title="Tu segundo paso">
      <FactorSetup first />
    </AuthPage>
  );
}
