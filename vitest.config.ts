import { defineConfig } from 'vitest/config';

const patience = { testTimeout: 120_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    maxWorkers: 2,
    pool: 'forks',
    projects: [
      { test: { name: 'rules', include: ['{shared,web}/**/*.test.{ts,tsx}'], ...patience } },
      {
        test: {
          name: 'gateway',
          include: ['{server,test,scripts}/**/*.test.ts'],
          globalSetup: ['test/database-server.ts'],
          ...patience,
        },
      },
    ],
  },
});
