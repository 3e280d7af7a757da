import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { storyProviders, supplyAnswers } from '../publishing/fixtures.tsx'
import { Failure, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { findSerious, holdTimers, renderInRoot } from '../ui/testing.tsx'
import { ProviderForm } from './provider-form.tsx'
import { ProviderList } from './provider-list.tsx'
import * as stories from './providers.stories.tsx'

afterEach(() => vi.restoreAllMocks())

const onSaved = vi.fn()
const open = (id?: string, answers: StoryAnswers = supplyAnswers()) =>
  renderInRoot(
    <StoryKinora answers={answers}>
      <ProviderForm id={id} listHref="#list" onSaved={onSaved} />
    </StoryKinora>,
  )
const field = (name: RegExp) => page.getByLabelText(name)
const button = (name: string) => page.getByRole('button', { name })
const fill = async () => {
  await field(/^Name/).fill('Lake')
  await field(/^Contact/).fill('Nora Wind')
  await field(/^Email/).fill('lake@story.test')
  await field(/^Password/).fill('reels')
}

describe('providers', () => {
  test('PROV-02 to PROV-07, PROV-10, C-100 what is wrong is said for 1.5 s and at its field', async () => {
    const timers = holdTimers(1500, 3000)
    const screen = await open()
    await page.getByRole('radio', { name: 'JW Player' }).click()
    await field(/^Contact/).fill('Nora')
    await field(/^Phone/).fill('x')
    await field(/^Password/).fill('reel')
    await button('Create provider').click()
    for (const words of [
      ...['Required Name', 'Contact need minimum 5 characters', 'Phone number is not valid'],
      ...['Email is not valid', 'Password need minimum 5 characters'],
      ...['Required JwPlayerSiteId', 'Required JwPlayerSecret'],
    ])
      await expect.element(page.getByText(words).first()).toBeVisible()
    await expect.element(page.getByText('Please Check You Data')).toBeVisible()
    expect(timers.started()).toEqual([1500])
    expect(await findSerious(screen.container)).toEqual([])
    timers.letGo()
    await expect.element(page.getByText('Please Check You Data')).not.toBeInTheDocument()
  })

  test('PROV-06, PROV-08, PROV-10, PROV-12, PROV-13, C-100 what the platform has no use for isn’t sent; refused, it stays; saved, it leads on', async () => {
    const create = vi
      .fn((): { tag: string } | Failure => ({ tag: 'new' }))
      .mockReturnValueOnce(
        new Failure(409, 'Email already exists', {
          ...{ code: 'emailExists', issues: [{ path: 'email', code: 'error.409' }] },
        }),
      )
      .mockReturnValueOnce(new Failure(500))
    const timers = holdTimers(1500, 3000)
    await open(undefined, supplyAnswers({ providers: { create } }))
    await fill()
    await page.getByRole('radio', { name: 'JW Player' }).click()
    await field(/^JwPlayerSiteId/).fill('site-1')
    await field(/^JwPlayerSecret/).fill('secret-1')
    await page.getByRole('radio', { name: 'Platform' }).click()
    await button('Create provider').click()
    await expect.element(page.getByText('Email already exists').first()).toBeVisible()
    await expect.element(page.getByText('Please Check You Data')).toBeVisible()
    await button('Create provider').click()
    await expect.element(page.getByText('Something went wrong').first()).toBeVisible()
    expect(timers.started()).toEqual([3000, 3000])
    expect(onSaved).not.toHaveBeenCalled()
    await button('Create provider').click()
    await expect.poll(() => onSaved.mock.calls.length).toBe(1)
    const [sent] = create.mock.calls.at(-1) as unknown as [object]
    expect(sent).toMatchObject({ name: 'Lake', mediaPlatform: 0, userRole: 1 })
    for (const name of ['jwPlayerSiteId', 'jwPlayerSecret']) expect(sent).not.toHaveProperty(name)
  })

  test('C-99, C-124 stored: the e-mail is read, secrets are blank; removing one is asked', async () => {
    const update = vi.fn(supplyAnswers().providers!.update!)
    await open('north', supplyAnswers({ providers: { update } }))
    await expect.element(field(/^Email/)).toHaveAttribute('readonly')
    await expect.element(field(/^JwPlayerSecret/)).toHaveValue('')
    await page.getByRole('radio', { name: 'Platform' }).click()
    await button('Remove the secret').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the secret' }).click()
    await button('Save').click()
    await expect
      .poll(() => update.mock.calls[0]?.[0])
      .toEqual({ mediaPlatform: 0, jwPlayerSecret: null, userRole: 1, version: 1 })
  })

  test('PROV-09 those of tenants are listed apart', async () => {
    const asked: unknown[] = []
    const list: NonNullable<StoryAnswers['providers']>['list'] = (_, parts) => {
      asked.push(parts?.isTenantProvider)
      const data = storyProviders.slice(0, 1)
      return { data, totalRecords: 1, totalPages: 1, page: 1, tenantProviders: [] }
    }
    for (const search of ['', 'kind=tenants']) {
      const location = { read: () => new URLSearchParams(search), write: () => undefined }
      const { unmount } = await renderInRoot(
        <StoryKinora answers={supplyAnswers({ providers: { list } })}>
          <ProviderList location={location} />
        </StoryKinora>,
      )
      await expect.element(page.getByText('Northwind').first()).toBeVisible()
      await unmount()
    }
    expect(asked).toEqual([undefined, 'true'])
  })

  test('C-101 a provider reads its own record', async () => {
    await renderInRoot(stories.Own.render())
    await expect.element(page.getByText(/can read this provider/)).toBeVisible()
    await expect.element(field(/password/i)).not.toBeInTheDocument()
  })
})
