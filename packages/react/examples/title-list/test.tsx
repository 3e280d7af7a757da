import { storageKeys } from '@kinora/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import { memoryStore } from '../../src/adapters/storage.ts'
import { kinoraAs, platformUrl } from '../../src/testing/platform.tsx'
import { findSerious } from '../../src/ui/testing.tsx'
import TitleListExample from './index.tsx'

beforeAll(async () => void (await platformUrl()))

describe('TITLE-14 example: the list of titles', () => {
  test('shows the host’s titles by the host’s token', async () => {
    const host = await kinoraAs('admin')
    const token = host.store.getItem(storageKeys.token) ?? undefined
    const screen = await render(
      <TitleListExample
        baseUrl={await platformUrl()}
        getToken={() => token}
        store={memoryStore()}
        tabStore={memoryStore()}
      />,
    )
    await expect.element(screen.getByRole('heading', { name: 'Content titles' })).toBeVisible()
    const titles = screen.getByRole('row').getByRole('link')
    await expect.element(titles.first()).toHaveAttribute('href', expect.stringMatching(/^\/titles\//))
    expect(await findSerious(screen.container)).toEqual([])
  })
})
