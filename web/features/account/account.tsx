import { DetailLayout } from '#web/ui/layouts.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { AddressesPanel } from './addresses-panel.tsx';
import { MyDataPanel } from './my-data-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { PrintSettingsPanel } from './print-settings-panel.tsx';
import { ShortcutsPanel } from './shortcuts-panel.tsx';

/** `/usuario`, Mi Cuenta (D2 §2): who one is, where parcels are collected, and at the side password and print settings. */
export default function Account() {
  return (
    <>
      <PageHeader title="Mi Cuenta" />
      <DetailLayout
        side={
          <>
            <PrintSettingsPanel />
            <PasswordPanel />
          </>
        }
      >
        <div className="stack">
          <MyDataPanel />
          <AddressesPanel />
          <ShortcutsPanel />
        </div>
      </DetailLayout>
    </>
  );
}
