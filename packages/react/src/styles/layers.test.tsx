import { createRoot } from 'react-dom/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Button, Card, Checkbox, Field, Root, Select, TextInput } from '../ui/index.ts'
import styles from './index.css?inline'

/** The order of Tailwind 4, and what of its preflight (in `base`) and its utilities touches controls, headings and lists. */
const tailwind = `
@layer theme, base, components, utilities;
@layer base {
  *, ::after, ::before { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid; }
  html { line-height: 1.5; font-family: ui-sans-serif, system-ui, sans-serif; }
  h1, h2, h3 { font-size: inherit; font-weight: inherit; }
  a { color: inherit; text-decoration: inherit; }
  ol, ul { list-style: none; }
  img, svg { display: block; vertical-align: middle; }
  button, input, select, textarea {
    font: inherit; letter-spacing: inherit; color: inherit; border-radius: 0; background-color: transparent; opacity: 1;
  }
}
@layer utilities { .rounded-none { border-radius: 0; } .p-8 { padding: 32px; } }
`
/** What Bootstrap's reboot does to the same, in no layer. */
const bootstrap = `
*, ::after, ::before { box-sizing: border-box; }
body { margin: 0; font-family: "Segoe UI", sans-serif; font-size: 1rem; line-height: 1.5; color: rgb(33, 37, 41); }
h1, h2, h3 { margin-top: 0; margin-bottom: .5rem; font-weight: 500; line-height: 1.2; }
h1 { font-size: 2.5rem; }
h3 { font-size: 1.75rem; }
p { margin-top: 0; margin-bottom: 1rem; }
ul { padding-left: 2rem; margin-bottom: 1rem; }
a { color: rgb(13, 110, 253); text-decoration: underline; }
label { display: inline-block; }
button { border-radius: 0; }
button, input, select { margin: 0; font-family: inherit; font-size: inherit; line-height: inherit; }
`
const own = `
<main><h1>Studio</h1><h3>Week</h3><p>Classes <a href="#x">today</a></p><ul><li>Yoga</li></ul>
<label>Name <input></label><button>Book</button><table><tr><td>1</td></tr></table><svg width="9"></svg></main>`

const looks = [
  ...[
    'display',
    'margin',
    'padding',
    'border-width',
    'border-radius',
    'background-color',
    'color',
    'list-style-type',
  ],
  ...['font-family', 'font-size', 'font-weight', 'line-height', 'text-decoration-line', 'box-sizing'],
  ...[
    'letter-spacing',
    'word-spacing',
    'text-transform',
    'text-indent',
    'font-style',
    'white-space',
    'hyphens',
  ],
]

interface Page {
  /** How every element of a part looks, one line each. */
  of(selector: string): string[]
  style(selector: string): CSSStyleDeclaration
  document: Document
}

/** A page of a host with these style sheets in this order, a form of ours below what is its own. */
async function open(...sheets: string[]): Promise<Page> {
  const frame = document.createElement('iframe')
  frame.srcdoc = `<!doctype html>${sheets.map(sheet => `<style>${sheet}</style>`).join('')}${own}<div id="kinora"></div>`
  const loaded = new Promise(resolve => frame.addEventListener('load', resolve))
  document.body.append(frame)
  await loaded
  const inside = frame.contentDocument!
  const root = createRoot(inside.querySelector('#kinora')!)
  onTestFinished(() => root.unmount())
  root.render(
    <Root theme="light">
      <Card title="Details">
        <Field label="Name">
          <TextInput />
        </Field>
        <Field label="State">
          <Select value="a" onChange={() => {}} options={[{ value: 'a', label: 'Active' }]} />
        </Field>
        <Checkbox label="Shown" />
        <Button variant="primary" className="p-8 rounded-none">
          Save
        </Button>
        <Button>Cancel</Button>
        <p>
          Words <a href="#y">to read</a>
        </p>
      </Card>
    </Root>,
  )
  await expect.poll(() => inside.querySelectorAll('.kn-button').length).toBe(2)
  const style = (element: Element) => frame.contentWindow!.getComputedStyle(element)
  return {
    document: inside,
    style: selector => style(inside.querySelector(selector)!),
    of: selector =>
      [...inside.querySelectorAll(`${selector}, ${selector} *`)].map(element => {
        const computed = style(element)
        return `${element.nodeName} ${looks.map(look => `${look}: ${computed.getPropertyValue(look)}`).join('; ')}`
      }),
  }
}

/** The selectors of a rule; those in brackets belong to the one around them. */
function selectorsOf(list: string): string[] {
  let depth = 0
  const marked = [...list].map(sign => {
    if (sign === '(') depth++
    if (sign === ')') depth--
    return sign === ',' && depth === 0 ? '\n' : sign
  })
  return marked.join('').split('\n')
}

const tailwindOrder = '@layer theme, base, kinora, components, utilities;'
const layered = `@layer bootstrap, kinora; @layer bootstrap { ${bootstrap} }`

describe('PKG-04 the order of layers that docs/components.md asks for', () => {
  test('Tailwind 4: its reset loses, its utilities win, and its own page stays as it is', async () => {
    const alone = await open(styles)
    const page = await open(tailwindOrder, tailwind, styles)
    const changed = page.of('.kn-root').filter(line => !alone.of('.kn-root').includes(line))
    expect(changed).toEqual(page.of('.kn-button.p-8').slice(0, 1))
    const { padding, borderRadius, backgroundColor } = page.style('.kn-button.p-8')
    expect({ padding, borderRadius }).toEqual({ padding: '32px', borderRadius: '0px' })
    expect(backgroundColor).toBe(alone.style('.kn-button.p-8').backgroundColor)
    expect(page.of('main')).toEqual((await open(tailwindOrder, tailwind)).of('main'))
  })

  test('Bootstrap: in a layer before ours its reboot loses, and its own page stays as it is', async () => {
    const alone = await open(styles)
    const page = await open(layered, styles)
    expect(page.of('.kn-root')).toEqual(alone.of('.kn-root'))
    expect(page.of('main')).toEqual((await open(layered)).of('main'))
  })

  test('EMBED-06 what a page hands down to its words, as MUI does, ends at ours', async () => {
    const handed = `body {
      letter-spacing: 0.00938em; word-spacing: 2px; text-transform: uppercase; text-indent: 8px; font-style: italic;
      white-space: pre; hyphens: auto;
    }`
    expect((await open(handed, styles)).of('.kn-root')).toEqual((await open(styles)).of('.kn-root'))
  })

  test('without the order they take our controls apart, which is why it is asked for', async () => {
    const alone = await open(styles)
    for (const sheets of [
      [styles, tailwind],
      [styles, bootstrap],
    ])
      expect((await open(...sheets)).of('.kn-button:not(.p-8)')).not.toEqual(alone.of('.kn-button:not(.p-8)'))
  })
})

describe('PKG-04 a host’s page is never reset', () => {
  test('every rule is in a layer of ours and reaches only what is ours, or is react-image-crop’s', async () => {
    const { document: inside } = await open(styles)
    const outside: string[] = []
    const walk = (rules: CSSRuleList, layer: string) => {
      for (const rule of rules)
        if (rule instanceof inside.defaultView!.CSSLayerBlockRule)
          walk(rule.cssRules, `${layer}.${rule.name}`)
        else if (rule instanceof inside.defaultView!.CSSStyleRule) {
          const reaches = selectorsOf(rule.selectorText).filter(one => !/\.kn-|\.ReactCrop/.test(one))
          const isTokens =
            rule.selectorText === ':root' && [...rule.style].every(name => name.startsWith('--rc-'))
          if (!layer.startsWith('.kinora') || (reaches.length > 0 && !isTokens))
            outside.push(`${layer} ${rule.selectorText}`)
        } else if ('cssRules' in rule) walk(rule.cssRules as CSSRuleList, layer)
    }
    for (const sheet of inside.styleSheets) walk(sheet.cssRules, '')
    expect(outside).toEqual([])
  })

  test('nor by a stylesheet that comes last: its elements look as without ours', async () => {
    expect((await open(styles)).of('main')).toEqual((await open()).of('main'))
    const crop = '.ReactCrop { color: rgb(1, 2, 3) } .ReactCrop__crop-selection { cursor: wait }'
    const page = await open(crop, styles)
    page.document.querySelector('main')!.innerHTML =
      '<div class="ReactCrop"><i class="ReactCrop__crop-selection"></i></div>'
    expect([page.style('main .ReactCrop').color, page.style('main i').cursor]).toEqual([
      'rgb(1, 2, 3)',
      'wait',
    ])
  })
})
