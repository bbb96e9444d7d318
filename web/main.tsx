import '#web/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { DoorLayout } from '#web/ui/door-layout.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to draw in.');
createRoot(root).render(
  <StrictMode>
    <DoorLayout tagline="La solución logística de tu negocio">
      <p className="muted">Estamos armando el portal.</p>
    </DoorLayout>
  </StrictMode>,
);
