import { DetailLayout } from '#web/ui/layouts.tsx';
import { PHONE, useMediaQuery } from '#web/ui/media-query.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { AccessPanel } from './access-panel.tsx';
import { AddressesPanel } from './addresses-panel.tsx';
import { BuyerContactPanel } from './buyer-contact-panel.tsx';
import { MyDataPanel } from './my-data-panel.tsx';
import { PackagePresetsPanel } from './package-presets-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { PersonalDataPanel } from './personal-data-panel.tsx';
import { PrintSettingsPanel } from './print-settings-panel.tsx';
import { ShortcutsPanel } from './shortcuts-panel.tsx';
import { TeamPanel } from './team-panel.tsx';

/** `/usuario`, Mi Cuenta (D2 §2): user data and collection addresses, with password and print settings at the side. */
export default function Account() {
  const phone = useMediaQuery(PHONE);
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
          <TeamPanel />
          <AccessPanel />
          <AddressesPanel />
          <BuyerContactPanel />
          <PackagePresetsPanel />
          <PersonalDataPanel />
          {!phone && <ShortcutsPanel />}
        </div>
      </DetailLayout>
    </>
  );
}
