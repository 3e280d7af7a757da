import { useState } from 'react'
import { flushSync } from 'react-dom'
import { beforeAll, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FieldMode, FormFields } from './kernel/form-fields.ts'
import { SiteGeneralForm } from './site/site-forms.tsx'
import { formsOfFields } from './testing/forms.tsx'
import { kinoraAs, platformUrl, renderWith } from './testing/platform.tsx'
import { storedForms } from './testing/stored-forms.tsx'

beforeAll(async () => {
  await platformUrl()
})

/** The fields of a form by their labels, and its cards by their titles. */
const blocksOf = (form: Element): Map<string, Element> =>
  new Map([
    ...[...form.querySelectorAll('.kn-card-title')].map(
      title => [`card ${title.textContent}`, title.closest('.kn-card')!] as const,
    ),
    ...[...form.querySelectorAll('.kn-field-label')].map(
      label => [label.textContent.replace(/\*$/, ''), label.closest('.kn-field, .kn-localised')!] as const,
    ),
  ])

const controls = ['input:not([type=file])', 'textarea', 'button', '[contenteditable=true]', '[role=combobox]']
/** What can be typed in or pressed, but for another look at the same. */
const controlsOf = (block: Element) => {
  const fields = block.matches('.kn-card') ? [...block.querySelectorAll('.kn-field')] : []
  return (fields.length > 0 ? fields : [block])
    .flatMap(part => [...part.querySelectorAll<HTMLElement>(controls.join())])
    .filter(control => !control.matches('[aria-pressed], [role=tab]'))
}
/** `readonly` says nothing to a checkbox, a radio button, a colour or a slider. */
const isFixed = (control: HTMLElement) =>
  control.matches(
    ':disabled, [aria-disabled=true], [aria-readonly=true], :is(input, textarea)[readonly]:not([type=checkbox], [type=radio], [type=color], [type=range])',
  )
const nameOf = (control: HTMLElement) =>
  `${control.localName} ${control.getAttribute('aria-label') ?? control.textContent}`

/** What a control holds and says. */
const heldBy = (control: HTMLElement) => {
  const { value, checked } = control as HTMLInputElement
  return JSON.stringify([value, checked, control.textContent])
}

const roles = ['textbox', 'combobox', 'switch', 'checkbox', 'radiogroup', 'spinbutton', 'button'] as const
/** What is left in the accessibility tree by one of these names, alone or after words of its own. */
const leftOf = (labels: readonly string[]) => {
  const name = new RegExp(`(^|\\s)(${labels.map(label => label.replace(/[()]/g, '\\$&')).join('|')})$`)
  return roles
    .flatMap(role => page.getByRole(role, { name }).elements())
    .filter(element => element.closest('.kn-field'))
    .map(element => `left ${element.outerHTML}`)
}

/** Cards that are seen with nothing but a title. */
const emptyCards = (form: Element) =>
  [...form.querySelectorAll('.kn-card')]
    .filter(card => card.checkVisibility())
    .filter(card => [...card.children].every(part => part.matches('.kn-page-row') || !part.checkVisibility()))
    .map(card => `empty card ${card.textContent}`)

const states = formsOfFields.flatMap(form => form.states.map((state, at) => ({ ...form, state, at })))
const seen = new Map<string, Set<string>>()

describe('EMBED-02 every form that takes `fields`, and every field of it', () => {
  test.for(states)('$part, state $at', async ({ part, as, labels, state }) => {
    const kinora = await kinoraAs(as)
    const open = await state(kinora)
    let setFields: (fields: FormFields) => void = () => undefined
    function Host() {
      const [fields, set] = useState<FormFields>({})
      setFields = set
      return open(fields)
    }
    const { container } = await renderWith(kinora, <Host />)
    const form = () => container.querySelector(`[data-kn-part="${part}"][data-state=ready]`)
    await expect.poll(form).not.toBeNull()
    const isThere = (name: string) => blocksOf(form()!).has(labels[name]!)
    const names = Object.keys(labels).filter(isThere)
    seen.set(part, new Set([...(seen.get(part) ?? []), ...names]))
    const all = (mode: FieldMode) => Object.fromEntries(Object.keys(labels).map(name => [name, mode]))
    const show = (fields: FormFields) => flushSync(() => setFields(fields))

    // Choices are read by themselves.
    const isBare = (name: string) => controlsOf(blocksOf(form()!).get(labels[name]!)!).length === 0
    await expect.poll(() => names.filter(isBare)).toEqual([])

    const wrong: string[] = []
    for (const name of names) {
      show({ [name]: 'hidden' })
      const lost = names.filter(other => !isThere(other))
      if (lost.join() !== name) wrong.push(`hidden ${name}: ${lost.join()}`)
    }
    show(all('readOnly'))
    for (const name of names) {
      const block = blocksOf(form()!).get(labels[name]!)
      if (block === undefined) {
        wrong.push(`read-only ${name}: isn't there`)
        continue
      }
      for (const control of controlsOf(block)) {
        const before = heldBy(control)
        if (!isFixed(control)) wrong.push(`read-only ${name}: ${nameOf(control)}`)
        control.click()
        control.focus()
        if (document.activeElement === control) await userEvent.keyboard('1 ')
        if (heldBy(control) !== before) wrong.push(`changed ${name}: ${before} to ${heldBy(control)}`)
      }
    }
    show(all('hidden'))
    wrong.push(...leftOf(names.map(name => labels[name]!)), ...emptyCards(form()!))
    expect(wrong).toEqual([])
  })

  test.for(formsOfFields.filter(({ part }) => part in storedForms))(
    '$part, a stored row: heading, badge, preview and the dialog that deletes tell nothing of what is hidden',
    async ({ part, as, labels }) => {
      const kinora = await kinoraAs(as)
      const { name, open } = await storedForms[part]!(kinora)
      let setFields: (fields: FormFields) => void = () => undefined
      function Host() {
        const [fields, set] = useState<FormFields>({})
        setFields = set
        return open(fields)
      }
      const { container } = await renderWith(kinora, <Host />)
      const form = () => container.querySelector(`[data-kn-part="${part}"][data-state=ready] form`)
      const head = () => form()?.querySelector('.kn-page-header')
      await expect.poll(() => head()?.textContent).toContain(name)
      expect(form()!.ariaLabel).toContain(name)
      flushSync(() => setFields(Object.fromEntries(Object.keys(labels).map(field => [field, 'hidden']))))
      expect(form()!.ariaLabel).toMatch(/\S/)
      expect(form()!.ariaLabel).not.toContain(name)
      expect(head()!.textContent).not.toContain(name)
      const state = labels.isActive ?? labels.active ?? labels.status
      if (state !== undefined) expect(head()!.querySelector('.kn-badge')).toBeNull()
      expect(form()!.querySelector('.kn-site-preview')?.textContent ?? '').not.toContain(name)
      const remove = [...head()!.querySelectorAll('button')].find(({ textContent }) =>
        /^(Delete|Erase)/.test(textContent),
      )
      if (remove === undefined) return
      remove.click()
      const dialog = page.getByRole('alertdialog')
      await expect.element(dialog).toBeVisible()
      expect(dialog.element().textContent).not.toContain(name)
    },
  )

  test('the preview of a site has nothing of what its form hides', async () => {
    const kinora = await kinoraAs('tenant')
    let setFields: (fields: FormFields<'appTitle'>) => void = () => undefined
    function Host() {
      const [fields, set] = useState<FormFields<'appTitle'>>({})
      setFields = set
      return <SiteGeneralForm fields={fields} />
    }
    const { container } = await renderWith(kinora, <Host />)
    const tab = () => container.querySelector('.kn-site-tab bdi')?.textContent
    const title = page.getByRole('textbox', { name: /^App title/ })
    await expect.element(title).not.toHaveValue('')
    const { value } = title.element() as HTMLInputElement
    await expect.poll(tab).toBe(value)
    flushSync(() => setFields({ appTitle: 'hidden' }))
    expect(container.querySelector('.kn-site-preview')!.textContent).not.toContain(value)
  })

  test('none of them was left out', () => {
    const missing = formsOfFields.flatMap(({ part, labels }) =>
      Object.keys(labels)
        .filter(name => !seen.get(part)?.has(name))
        .map(name => `${part}: ${name}`),
    )
    expect(missing).toEqual([])
  })
})
