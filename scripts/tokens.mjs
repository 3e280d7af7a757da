import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './run.mjs'

/** docs/tokens.md: every token that a host may set, of the stylesheet that has them. */
const css = readFileSync(join(root, 'packages/react/src/styles/tokens.css'), 'utf8')
const block = css.slice(css.indexOf('.kn-root {') + 10, css.indexOf('\n  }\n'))

/** A value as it is in one scheme: `light-dark(a, b)` becomes one of the two, wherever it stands. */
const inScheme = (value, scheme) =>
  value.replace(
    /light-dark\(((?:[^(),]|\([^()]*\))+), ((?:[^(),]|\([^()]*\))+)\)/g,
    scheme === 'light' ? '$1' : '$2',
  )

/** What a token is for, where its name doesn't say all. */
const uses = {
  canvas: 'behind everything',
  raised: 'cards, fields and tables',
  sunken: 'what lies deeper: heads of tables, empty places',
  overlay: 'menus, dialogs and messages',
  hover: 'over any surface, under the pointer',
  pressed: 'the same while it is pressed',
  backdrop: 'behind a dialog',
  'text-strong': 'titles, and what is typed',
  'text-normal': 'running text',
  'text-soft': 'what is said besides: help, dates',
  'line-strong': 'the edge of a control',
  'line-soft': 'divides',
  accent: 'the one primary button, and what is switched on',
  'on-accent': 'text on it',
  'accent-text': 'links and marks on a surface',
  'accent-line': 'the edge of what is chosen',
  'accent-tint': 'behind what is chosen',
  ring: 'around what has the focus',
  'positive-text': 'what is active or done',
  'negative-text': 'what is inactive or failed',
  'warning-text': 'what needs a look',
  'info-text': 'what is under way',
  'neutral-text': 'what says nothing either way',
  danger: 'a button that deletes',
  'on-danger': 'text on it',
  font: 'all text; the host loads Inter',
  'font-mono': 'ids and code',
  'radius-control': 'buttons and fields',
  'radius-card': 'cards and tables',
  'radius-dialog': 'dialogs',
  'radius-full': 'badges and switches',
  control: 'height of a control',
  'control-compact': 'height of a compact one',
  target: 'the least that a pointer hits',
  'shadow-raised': 'controls',
  'shadow-float': 'menus, dialogs and messages',
  fast: 'small changes',
  slow: 'what comes and goes',
  ease: 'how both run',
  foot: 'from the foot of the page to what floats there',
}
const endings = {
  hover: 'under the pointer',
  pressed: 'while it is pressed',
  line: 'its mark or edge',
  tint: 'behind it',
}
const useOf = name => uses[name] ?? endings[name.split('-').at(-1)] ?? ''

/** Purposes of tokens that are gone. */
export const unknownUses = Object.keys(uses).filter(name => !block.includes(`--kn-${name}:`))

function rowOf([, name, written]) {
  const value = written.replace(/\s+/g, ' ').trim()
  const [light, dark] = [inScheme(value, 'light'), inScheme(value, 'dark')]
  return `| \`--kn-${name}\` | ${useOf(name)} | \`${light}\` | ${light === dark ? '' : `\`${dark}\``} |`
}

/** A comment on a line of its own begins a section: its title, and what there is to say of it. */
const sections = block
  .split(/^\s*\/\* (?=.*\*\/$)/m)
  .slice(1)
  .map(part => {
    const [comment, ...rest] = part.split('*/')
    const [title, ...words] = comment.trim().replace(/\.$/, '').split(/: /)
    const body = rest.join('*/')
    const rows = [...body.matchAll(/--kn-([\w-]+):([^;]*);/g)].map(rowOf)
    const said =
      words.length === 0 ? '' : `${words.join(': ').replace(/^./, first => first.toUpperCase())}.\n\n`
    return `## ${title}\n\n${said}| Token | For | Light, or both | Dark |\n|---|---|---|---|\n${rows.join('\n')}\n`
  })

export const tokensPage = `# Tokens

The custom properties that Kinora is drawn with. Set those that your page has otherwise on \`.kn-root\`, in a layer after \`kinora\` or in none; classes are no contract. A colour has a value for light and one for dark pages: write \`light-dark(…, …)\`, or one for both.

\`\`\`css
.kn-root {
  --kn-accent: light-dark(#0a6e4f, #2fb98a);
  --kn-radius-control: 2px;
}
\`\`\`

Made of \`packages/react/src/styles/tokens.css\` by \`npm run tokens\`; a test keeps this page current.

${sections.join('\n')}`

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(root, 'docs/tokens.md'), tokensPage)
