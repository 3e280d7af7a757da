import type { StorybookConfig } from '@storybook/react-vite'
import { defaultClientConditions } from 'vite'

const config: StorybookConfig = {
  stories: ['../src/**/*.stories.tsx', '../examples/**/*.stories.tsx'],
  addons: ['@storybook/addon-a11y'],
  framework: { name: '@storybook/react-vite', options: {} },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: false },
  viteFinal: vite => ({
    ...vite,
    resolve: { ...vite.resolve, conditions: ['@kinora/source', ...defaultClientConditions] },
  }),
}

export default config
