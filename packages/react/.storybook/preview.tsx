import '@fontsource-variable/inter/wght.css'
import '../src/styles/index.css'
import type { Decorator, Preview } from '@storybook/react-vite'
import { Root } from '../src/ui/index.ts'

const look: Decorator = (Story, { globals, parameters }) => (
  <Root
    theme={globals.theme === 'system' ? undefined : globals.theme}
    dir={globals.direction}
    lang={globals.direction === 'rtl' ? 'ar' : 'en'}
    style={{ minBlockSize: '100dvh', padding: parameters.flush ? 0 : 24 }}
  >
    <Story />
  </Root>
)

const preview: Preview = {
  decorators: [look],
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error' },
    options: { storySort: { order: ['Overview', 'Screens', '*'] } },
  },
  globalTypes: {
    theme: {
      description: 'Light or dark',
      toolbar: {
        icon: 'contrast',
        items: [
          { value: 'system', title: 'As the system' },
          { value: 'light', title: 'Light' },
          { value: 'dark', title: 'Dark' },
        ],
      },
    },
    direction: {
      description: 'Direction of writing',
      toolbar: {
        icon: 'transfer',
        items: [
          { value: 'ltr', title: 'Left to right' },
          { value: 'rtl', title: 'Right to left' },
        ],
      },
    },
  },
  initialGlobals: { theme: 'light', direction: 'ltr' },
}

export default preview
