import { directionOf } from '@kinora/core'
import '@fontsource-variable/inter/wght.css'
import '../src/styles/index.css'
import type { Decorator, Preview } from '@storybook/react-vite'
import { Root } from '../src/ui/index.ts'

const look: Decorator = (Story, { globals: { theme, language }, parameters }) => {
  document.documentElement.lang = language
  return (
    <Root
      key={language}
      theme={theme === 'system' ? undefined : theme}
      dir={directionOf(language)}
      lang={language}
      style={{ minBlockSize: '100dvh', padding: parameters.flush ? 0 : 24 }}
    >
      <Story />
    </Root>
  )
}

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
    language: {
      description: 'Language and direction',
      toolbar: {
        icon: 'globe',
        items: [
          { value: 'en', title: 'English' },
          { value: 'ar', title: 'العربية' },
          { value: 'de', title: 'Deutsch' },
          { value: 'es', title: 'Español' },
          { value: 'fr', title: 'Français' },
          { value: 'zh', title: '中文' },
        ],
      },
    },
  },
  initialGlobals: { theme: 'light', language: 'en' },
}

export default preview
