import { expect, test } from 'vitest'
import { renderInRoot } from '../ui/testing.tsx'
import { createKinora } from './kinora.ts'
import { LanguageTags } from './language-tags.tsx'
import { KinoraProvider } from './provider.tsx'

test('EMBED-05 content languages are called as the spoken language has them, others by their tag', async () => {
  const localeTexts = async () => ({ 'language.de-DE': 'الألمانية' })
  const screen = await renderInRoot(
    <KinoraProvider kinora={createKinora({ locale: 'ar', localeTexts })}>
      <LanguageTags tags={['de-DE', 'en-GB', 'tlh']} most={3} />
    </KinoraProvider>,
  )
  await expect.element(screen.getByText('de-DE')).toHaveAttribute('title', 'الألمانية')
  await expect.element(screen.getByText('en-GB')).toHaveAttribute('title', 'English (United Kingdom)')
  await expect.element(screen.getByText('tlh')).toHaveAttribute('title', 'tlh')
})
