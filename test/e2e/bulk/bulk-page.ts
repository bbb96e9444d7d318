import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { test as base, expect } from '#test/e2e/fixtures.ts';
import { type FreshSender, freshSender } from '#test/e2e/fresh-sender.ts';

interface Fixtures {
  /** A separate sender, without other running uploads. */
  sender: FreshSender;
  bulk: BulkPage;
}

/** Fixture for tests of bulk uploads, each with a separate sender. */
export const test = base.extend<Fixtures>({
  sender: async ({ page }, use) => {
    await use(await freshSender(page.request));
  },
  bulk: async ({ page, logIn, sender }, use) => {
    await logIn(sender.username, sender.password);
    await page.getByRole('link', { name: 'Carga Masiva' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Carga Masiva');
    await use(new BulkPage(page));
  },
});

export { expect };

/** Page object of the screen of bulk uploads. */
class BulkPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Nuevo lote de órdenes' });
  }

  get grid(): Locator {
    return this.dialog.getByRole('grid');
  }

  get rows(): Locator {
    return this.page.getByRole('table', { name: 'Lotes' }).locator('tbody tr');
  }

  get logs(): Locator {
    return this.page.getByRole('table', { name: 'Logs' }).locator('tbody tr');
  }

  /** Finds an alert by its state: an open dialog hides all other elements from queries by role. */
  alert(text: string): Locator {
    return this.page.locator('li[data-state="open"]').filter({ hasText: text });
  }

  cell(row: number, value: string): Locator {
    return this.grid
      .getByRole('row')
      .filter({ hasText: new RegExp(`^${row}`) })
      .getByRole('gridcell', { name: value });
  }

  async openDialog(): Promise<void> {
    await this.button('Subir Archivo').click();
    await expect(this.button('Elegir archivo')).toBeFocused();
  }

  /** Chooses a file by the button. */
  async choose(content: string | Buffer, name = 'ventas.csv'): Promise<void> {
    const buffer = typeof content === 'string' ? Buffer.from(content) : content;
    await this.dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  }

  /** Drops a file onto the dialog. */
  async drop(text: string, name = 'ventas.csv'): Promise<void> {
    const dataTransfer = await this.page.evaluateHandle(
      ([content, called]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content as string], called as string, { type: 'text/csv' }));
        return transfer;
      },
      [text, name],
    );
    await this.dialog.getByText(/^Arrastrá tu archivo/).dispatchEvent('drop', { dataTransfer });
  }

  /** Uploads a valid file to completion, and closes the notice. */
  async sendWhole(text: string, name = 'ventas.csv'): Promise<void> {
    await this.openDialog();
    await this.choose(text, name);
    await this.button('Enviar Lote').click();
    await expect(this.dialog).toBeHidden();
    await expect(this.rows.first()).toContainText('Procesado');
  }

  /** Runs `act` and returns the downloaded file as text. */
  async downloaded(act: () => Promise<unknown>): Promise<{ name: string; text: string }> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), act()]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  }
}
