import {
  type MemberDraft,
  members,
  newCustomLink,
  newTenant,
  type SiteInput,
  type SiteOf,
  site,
  tenants,
  webSettings,
} from '@kinora/core'
import { createRef, useState } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { writeAutosave } from './kernel/autosave.ts'
import type { FormFields } from './kernel/form-fields.ts'
import type { Kinora } from './kernel/kinora.ts'
import { MemberView } from './members/member-view.tsx'
import { CustomLinkForm } from './site/custom-link-form.tsx'
import { SocialLinksForm } from './site/link-set-form.tsx'
import { SiteGeneralForm } from './site/site-forms.tsx'
import { WebSettingsForm } from './tenants/web-settings-form.tsx'
import { kinoraAs, platformUrl, renderWith } from './testing/platform.tsx'

const tenantId = 'pulsehouse'
let kinora: Kinora
beforeAll(async () => {
  await platformUrl()
  kinora = await kinoraAs('tenant')
})

const field = (name: RegExp) => page.getByRole('textbox', { name })
const save = () => page.getByRole('button', { name: 'Save', exact: true })
const saved = () => expect.element(page.getByText(/^Saved at/)).toBeVisible()
describe('EMBED-02 what the forms of a member, of settings and of links send', () => {
  test('a member: what is hidden isn’t sent, is left out of what happened, and keeps what is stored', async () => {
    const { data } = await kinora.session.send(members.list, { tenantId, take: 1 })
    const { userId, email } = data[0]!
    const secret = `Was ${crypto.randomUUID().slice(0, 8)}`
    await kinora.session.send(members.update, { tenantId, userId, name: secret })
    const sent = vi.spyOn(kinora.session, 'send')
    const rootRef = createRef<HTMLDivElement>()
    await renderWith(
      kinora,
      <MemberView
        userId={userId}
        heading="Our member"
        fields={{ name: 'hidden' }}
        className="our-member"
        rootRef={rootRef}
        slots={{ foot: bar => <div className="our-bar">{bar}</div> }}
      />,
    )
    await expect.element(page.getByRole('heading', { name: 'Our member', level: 1 })).toBeVisible()
    expect(rootRef.current).toMatchObject({ className: 'kn-part our-member' })
    expect(rootRef.current!.dataset).toMatchObject({ knPart: 'members-form', state: 'ready' })
    expect(rootRef.current!.querySelector('.our-bar')).not.toBeNull()
    await field(/^Email/).fill(`new-${email}`)
    await save().click()
    await saved()
    const updates = sent.mock.calls.filter(([{ id }]) => id === members.update.id).map(([, input]) => input)
    expect(updates).toEqual([expect.objectContaining({ userId, email: `new-${email}` })])
    expect(updates[0]).not.toHaveProperty('name')
    await expect.element(page.getByText(`new-${email}`, { exact: false }).first()).toBeInTheDocument()
    expect(page.getByRole('group', { name: 'What happened' }).getByText(secret).query()).toBeNull()
    expect((await kinora.session.send(members.fetch, { tenantId, userId })).name).toBe(secret)
  })

  test('a name that is hidden is nowhere: heading, form, dialogs and preview are without it', async () => {
    const { data } = await kinora.session.send(members.list, { tenantId, take: 1 })
    const { userId, externalUserId } = data[0]!
    const secret = `Was ${crypto.randomUUID().slice(0, 8)}`
    await kinora.session.send(members.update, { tenantId, userId, name: secret })
    const member = await renderWith(kinora, <MemberView userId={userId} fields={{ name: 'hidden' }} />)
    await expect.element(page.getByRole('heading', { name: externalUserId, level: 1 })).toBeVisible()
    for (const act of ['Turn off', 'Erase member']) {
      await page.getByRole('button', { name: act, exact: true }).click()
      await expect.element(page.getByRole('alertdialog')).toBeVisible()
      expect(document.body.outerHTML).not.toContain(secret)
      await page.getByRole('button', { name: 'Cancel' }).click()
    }
    await member.unmount()
    const customLink = { ...newCustomLink, httpLink: 'https://shop.example', linkText: secret }
    const configuration = { tenantId, configurationType: 'custom', ...customLink } as SiteInput
    const saved = await kinora.session.send(site.save, { configuration })
    const { tag } = (saved.data as SiteOf<'custom'>[]).find(({ linkText }) => linkText === secret)!
    await renderWith(kinora, <CustomLinkForm id={tag} fields={{ linkText: 'hidden' }} />)
    await expect.element(page.getByRole('form', { name: 'Custom links', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Delete link' }).click()
    await expect.element(page.getByRole('alertdialog')).toBeVisible()
    expect(document.body.outerHTML).not.toContain(secret)
    await kinora.session.send(site.remove, { tenantId, configurationType: 'custom', tag })
  })

  test('what was typed before a field was frozen is neither shown, nor a change, nor sent', async () => {
    // What others have read before is remembered.
    const own = await kinoraAs('tenant')
    const { data } = await own.session.send(members.list, { tenantId, take: 1 })
    const { userId, name } = data[0]!
    let freeze: () => void = () => undefined
    function Host() {
      const [fields, set] = useState<FormFields<'name'>>({})
      freeze = () => set({ name: 'readOnly' })
      return <MemberView userId={userId} fields={fields} />
    }
    const { container } = await renderWith(own, <Host />)
    await field(/^Name/).fill('Typed before')
    await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled()
    freeze()
    await expect.element(field(/^Name/)).toHaveValue(name)
    await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    expect(container.textContent).not.toContain('Typed before')
  })

  test.for(['hidden', 'readOnly'] as const)('what the tab keeps of a field that is %s', async mode => {
    const { data } = await kinora.session.send(members.list, { tenantId, take: 1 })
    const { userId, name, email, version } = data[0]!
    const own = await kinoraAs('tenant')
    const state = own.session.getSnapshot()
    const kept = (values: MemberDraft) => ({ base: { values: { name, email }, version }, values })
    writeAutosave(own.tabStore, state.kind === 'loggedIn' ? state.user.userId : '', {
      form: `members.update ${tenantId} ${userId}`,
      kept: kept({ name: 'Typed before', email: `kept-${email}` }),
    })
    const sent = vi.spyOn(own.session, 'send')
    await renderWith(own, <MemberView userId={userId} fields={{ name: mode }} />)
    await expect.element(field(/^Email/)).toHaveValue(`kept-${email}`)
    await save().click()
    await saved()
    const updates = sent.mock.calls.filter(([{ id }]) => id === members.update.id).map(([, input]) => input)
    expect(updates).toEqual([{ tenantId, userId, email: `kept-${email}`, version: expect.any(Number) }])
    await kinora.session.send(members.update, { tenantId, userId, email })
  })

  test('settings of the site, which are sent whole: what is hidden goes as it is stored', async () => {
    const general = async () =>
      (await kinora.session.send(site.list, { tenantId, configurationType: 'general' })).data[0]
    const before = await general()
    const contactEmail = (before as { contactEmail: string }).contactEmail
    await renderWith(kinora, <SiteGeneralForm fields={{ contactEmail: 'hidden' }} heading={null} />)
    await expect.element(field(/^App title/)).toBeVisible()
    expect(page.getByRole('heading', { level: 1 }).query()).toBeNull()
    await field(/^App title/).fill('Told by a host')
    await save().click()
    await expect.poll(general).toMatchObject({ appTitle: 'Told by a host', contactEmail })
  })

  test('links: those of a hidden network aren’t sent, though others are', async () => {
    const links = async () =>
      (await kinora.session.send(site.list, { tenantId, configurationType: 'social' })).data as {
        configurationSubType: string
        httpLink: string
      }[]
    const others = (await links()).filter(({ configurationSubType }) => configurationSubType !== 'Facebook')
    await renderWith(kinora, <SocialLinksForm fields={{ Twitter: 'hidden', Instagram: 'readOnly' }} />)
    const own = page.getByRole('group', { name: 'Facebook' }).getByRole('textbox')
    await own.fill('https://facebook.com/host')
    await save().click()
    await expect
      .poll(async () => (await links()).find(link => link.configurationSubType === 'Facebook')?.httpLink)
      .toBe('https://facebook.com/host')
    expect(await links()).toEqual(expect.arrayContaining(others))
  })

  test('web settings: what is hidden isn’t sent, neither the first time nor later, and says nothing', async () => {
    const admin = await kinoraAs('admin')
    const { tenantId: club } = await admin.session.send(tenants.create, {
      ...newTenant,
      name: `Host ${crypto.randomUUID().slice(0, 8)}`,
      customerNumber: '1',
      timeZoneInfo: { offsetName: 'Europe/Berlin' },
      languageCodes: ['en-GB'],
      languageTag: 'en-GB',
      activatedProducts: ['Web'],
      // The other one requires Stripe.
      siteSourceType: 'sub',
    })
    const stored = () => admin.session.send(webSettings.view, { tenantId: club })
    const sent = vi.spyOn(admin.session, 'send')
    const { container } = await renderWith(
      admin,
      <WebSettingsForm
        tenantId={club}
        className="our-settings"
        fields={{ showFooter: 'hidden', siteSourceType: 'hidden', ratingEnabled: 'readOnly' }}
      />,
    )
    await expect.element(field(/^Web player URL/)).toBeVisible()
    expect(container.querySelector('.our-settings')).toHaveAttribute('data-kn-part', 'web-settings-form')
    expect(container.textContent).not.toContain('Site type')
    await field(/^Web player URL/).fill('https://club.example')
    await field(/^Landing page/).fill('https://club.example/in')
    await field(/^Project id/).fill('p-1')
    await field(/^Localytics web id/).fill('l-1')
    await page.getByRole('combobox', { name: /Locked content$/ }).click()
    await page.getByRole('option').first().click()
    await page.getByRole('checkbox', { name: 'MMS' }).click()
    await page.getByLabelText(/^Subscription items on the home page/).fill('3')
    await save().click()
    await expect.poll(async () => (await stored()).version).toBe(1)
    await field(/^Project id/).fill('p-2')
    await save().click()
    await expect.poll(stored).toMatchObject({ projectId: 'p-2', showFooter: true, ratingEnabled: false })
    const calls = sent.mock.calls.filter(([{ id }]) => /^web-settings\.(create|update)$/.test(id))
    expect(calls).toHaveLength(2)
    for (const [, input] of calls) expect(input).not.toHaveProperty('showFooter')
  })
})
