import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { measureHouse } from './house.mjs'

const root = join(import.meta.dirname, '..', 'packages')
const files = (folder: string): string[] =>
  readdirSync(folder).flatMap(name => {
    const path = join(folder, name)
    if (name === 'node_modules' || name === 'dist') return []
    return statSync(path).isDirectory() ? files(path) : /\.tsx?$/.test(name) ? [path] : []
  })
const isTest = (path: string) => /\.test\.|\.stories\.|\/testing\/|conformance/.test(path)
const imports = (path: string): string[] =>
  [
    ...readFileSync(path, 'utf8').matchAll(
      /^(?:import|export)\b[^'"]*?from '([^']+)'|import\('([^']+)'\)|^import '([^']+)'/gm,
    ),
  ].map(match => match[1] ?? match[2] ?? match[3]!)
const inSource = (name: string) => files(join(root, name, 'src')).filter(path => !isTest(path))
/** `core/kernel/errors.ts` for a relative import, the name itself for a package. */
const resolve = (from: string, to: string) =>
  to.startsWith('.') ? relative(root, join(dirname(from), to)).replace('/src/', '/') : to
const edges = (name: string) =>
  inSource(name).flatMap(from =>
    imports(from).map(to => ({ from: relative(root, from).replace('/src/', '/'), to: resolve(from, to) })),
  )
const breaking = (name: string, rule: (from: string, to: string) => boolean) =>
  edges(name)
    .filter(({ from, to }) => rule(from, to))
    .map(({ from, to }) => `${from} -> ${to}`)
/** The folder of `src` that a file is in; none for the files beside the folders. */
const folderOf = (path: string) => path.match(/^[^/]+\/([^/]+)\//)?.[1]
/** Imports from one folder of a package into another; what every folder may use can be left out. */
const crossings = (name: string, shared: readonly string[]) =>
  edges(name).flatMap(({ from, to }) => {
    const [a, b] = [folderOf(from), to.startsWith(`${name}/`) ? folderOf(to) : undefined]
    return a && b && a !== b && ![a, b].some(folder => shared.includes(folder)) ? [{ a, b, from, to }] : []
  })
/** The folders of a package that import each other, directly or by way of others. */
const circles = (name: string, shared: readonly string[] = []) => {
  const graph = Map.groupBy(crossings(name, shared), ({ a }) => a)
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    (graph.get(from) ?? []).some(({ b }) => b === goal || (!seen.has(b) && reaches(b, goal, seen.add(b))))
  return [...graph.keys()].filter(folder => reaches(folder, folder))
}
/** Imports that pass by a folder's `index.ts` or `tables.ts`. */
const intoInsides = (name: string, shared: readonly string[]) =>
  crossings(name, shared)
    .filter(({ to }) => !/^[^/]+\/[^/]+\/(index|tables)\.ts$/.test(to))
    .map(({ from, to }) => `${from} -> ${to}`)
const mayTouchPlatform = (from: string) =>
  /\/adapters\/|\/main\.tsx?$|\/(platform(-accounts)?|migrations)\.ts$/.test(from)

describe('who may import whom (house plan; PKG-01 to PKG-05)', () => {
  test('PKG-01 the kernel of core knows no noun, core no platform and no other package of ours', () => {
    const nouns = /^core\/(?!kernel|messages|access)/
    expect(breaking('core', (from, to) => from.startsWith('core/kernel/') && nouns.test(to))).toEqual([])
    expect(breaking('core', (_, to) => /^node:|^react|^@kinora\//.test(to))).toEqual([])
  })
  test('endpoints of core stand in files of that name, which the portal builds without schemas', () => {
    const mayDefine = /^core\/(kernel\/|index\.ts$|[\w-]+\/endpoints\.ts$)/
    expect(breaking('core', (from, to) => to === 'core/kernel/endpoint.ts' && !mayDefine.test(from))).toEqual(
      [],
    )
  })
  test('PKG-02 the server imports core only, and Node only in adapters and composition roots', () => {
    expect(breaking('server', (_, to) => /^@kinora\/(?!core)|^react/.test(to))).toEqual([])
    expect(breaking('server', (from, to) => to.startsWith('node:') && !mayTouchPlatform(from))).toEqual([])
  })
  test('PKG-03 the CLI reaches the server only from serve, and its folder from accounts and backup', () => {
    const mayReach = ['accounts', 'backup', 'serve'].map(name => `cli/commands/${name}.ts`)
    expect(
      breaking('cli', (from, to) => to.startsWith('@kinora/server') && !mayReach.includes(from)),
    ).toEqual([])
    expect(breaking('cli', (_, to) => /^@kinora\/(react|portal)/.test(to))).toEqual([])
  })
  test('PKG-04 components import core; the UI kit knows no noun; there is no router inside', () => {
    expect(breaking('react', (_, to) => /^@kinora\/(?!core)|router/.test(to))).toEqual([])
    expect(
      breaking(
        'react',
        (from, to) =>
          from.startsWith('react/ui/') && /^@kinora\/(?!core\/fold$)|^react\/(?!ui|styles)/.test(to),
      ),
    ).toEqual([])
    expect(
      breaking(
        'react',
        (from, to) => from.startsWith('react/kernel/') && /^react\/(?!kernel|adapters|ui)/.test(to),
      ),
    ).toEqual([])
  })
  test('components run in React 18: nothing that only React 19 exports is imported', () => {
    const added =
      /\b(use|useActionState|useOptimistic|useEffectEvent|useFormStatus|cache|Activity|ViewTransition)\b/
    const taken = inSource('react').filter(path =>
      [...readFileSync(path, 'utf8').matchAll(/^import ([^'"]*?) from 'react(?:-dom)?'/gm)].some(
        ([, names]) => added.test(names!),
      ),
    )
    expect(taken).toEqual([])
  })
  test('what comes later comes by lazyPart, which asks again for a script that doesn’t come', () => {
    const taken = [...inSource('react'), ...inSource('portal')].filter(path =>
      /^import \{[^}]*\b(lazy|Suspense)\b[^}]*\} from 'react'/m.test(readFileSync(path, 'utf8')),
    )
    expect(taken.map(path => path.split('/').at(-1))).toEqual(['lazy-part.tsx'])
  })
  test('EMBED-02 a context is given by its Provider: React 18 knows no other way', () => {
    const given = inSource('react').flatMap(path => {
      const source = readFileSync(path, 'utf8')
      const contexts = [...source.matchAll(/const (\w+) = createContext\b/g)].map(([, name]) => name)
      return contexts.filter(name => source.includes(`<${name} `)).map(name => `${path} ${name}`)
    })
    expect(given).toEqual([])
  })
  test('28.5 a dialog with a field keeps what is typed when its page is left (decision 0145)', () => {
    const typed = [...inSource('react'), ...inSource('portal')].filter(path => {
      const source = readFileSync(path, 'utf8')
      const isDialog =
        !path.includes('/ui/') && /<(Dialog|SidePanel)\b|Ariakit\.(Popover|Dialog)\b/.test(source)
      const hasField = /<(TextInput|TextArea|NumberInput|DraftText|DraftField|DayInput)\b/.test(source)
      return isDialog && hasField && !source.includes('staysWhenLeft')
    })
    // A day and no text; passwords, which no tab keeps; `useCueEditor` keeps the cues.
    const others = ['duplicate-dialog.tsx', 'password-dialog.tsx', 'caption-editor.tsx']
    expect(typed.map(path => path.split('/').at(-1)).sort()).toEqual(others.sort())
  })
  test('PKG-05 the portal composes core and react; nobody imports the portal', () => {
    expect(breaking('portal', (_, to) => /^@kinora\/(?!core|react)/.test(to))).toEqual([])
    for (const name of ['core', 'server', 'cli', 'react'])
      expect(breaking(name, (_, to) => to === '@kinora/portal')).toEqual([])
  })
  test('no two folders of core import each other', () => {
    expect(circles('core')).toEqual([])
  })
  test.each(['cli', 'portal'])('no two folders of %s import each other', name => {
    expect(circles(name)).toEqual([])
  })
  test('no two folders of the server import each other, and a noun uses another through its index or tables', () => {
    expect(circles('server')).toEqual([])
    expect(intoInsides('server', ['kernel', 'ports', 'adapters'])).toEqual([])
  })
})

describe('what is loaded lazily', () => {
  const within = (from: string, to: string): string[] => {
    const path = join(dirname(from), to)
    return to.startsWith('.') && /\.tsx?$/.test(to) ? [path] : []
  }
  /** What a file loads with itself; types load nothing. */
  const staticOf = (from: string): string[] =>
    [...readFileSync(from, 'utf8').matchAll(/^(?:import|export)(?! type)\b[^'"]*?from '([^']+)'/gm)].flatMap(
      ([, to]) => within(from, to!),
    )
  const lazyOf = (from: string): string[] =>
    [...readFileSync(from, 'utf8').matchAll(/(?<!typeof )\bimport\('([^']+)'\)/g)].flatMap(([, to]) =>
      within(from, to!),
    )
  const known = new Map<string, string[]>()
  const loadedWith = (from: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(from)) return seen
    seen.add(from)
    const next = known.get(from) ?? staticOf(from)
    known.set(from, next)
    for (const to of next) loadedWith(to, seen)
    return seen
  }
  test.each(['core', 'server', 'cli', 'react', 'portal'])(
    '%s: isn’t loaded anyway by who asks for it',
    name => {
      const inVain = inSource(name).flatMap(from => {
        const lazy = lazyOf(from)
        const loaded = lazy.length > 0 ? loadedWith(from) : new Set()
        return lazy.filter(to => loaded.has(to)).map(to => `${relative(root, from)} -> ${relative(root, to)}`)
      })
      expect(inVain).toEqual([])
    },
  )
  test('the command line has its help without the contract: what it loads at once knows `@kinora/core/kernel` alone', () => {
    const needed = [...loadedWith(join(root, 'cli/src/main.ts'))].flatMap(from =>
      [
        ...readFileSync(from, 'utf8').matchAll(/^(?:import|export)(?! type)\b[^'"]*?from '([^'.][^']*)'/gm),
      ].map(([, name]) => name!),
    )
    expect(new Set(needed.filter(name => !name.startsWith('node:')))).toEqual(
      new Set(['@kinora/core/kernel', 'commander']),
    )
  })
  test('no module makes an `Intl` while it is loaded: the first of a process takes half as long as Node starts', () => {
    const found = ['core', 'cli', 'react']
      .flatMap(inSource)
      .filter(path => /^(?:export )?const \w+(?:: [^=]+)? = new Intl\./m.test(readFileSync(path, 'utf8')))
    expect(found.map(path => relative(root, path))).toEqual([])
  })
  test('`kinora titles list` loads the calls of titles and of signing in, and no other room of core', () => {
    const parts = ['main.ts', 'commands/titles.ts', 'commands/titles-read.ts', 'kernel/client.ts']
    const sources = new Set(parts.flatMap(part => [...loadedWith(join(root, 'cli/src', part))]))
    const taken = [...sources].flatMap(path => [
      ...readFileSync(path, 'utf8').matchAll(/^import(?! type)\b([^'"]*?) from '(@kinora[^']+)'/gm),
    ])
    expect(new Set(taken.map(([, , from]) => from))).toEqual(new Set(['@kinora/core', '@kinora/core/kernel']))
    const contract = readFileSync(join(root, 'core/src/contract.ts'), 'utf8')
    const calls = [...contract.matchAll(/^import \{([^}]*)\} from '[^']*endpoints\.ts'/gm)].flatMap(
      ([, names]) => names!.match(/\w+/g)!,
    )
    const words = new Set(taken.flatMap(([, names]) => names!.match(/\w+/g) ?? []))
    expect(calls.filter(name => words.has(name))).toEqual(['session', 'titles'])
    // The build keeps nouns apart where the index passes on by star alone.
    expect(readFileSync(join(root, 'core/src/index.ts'), 'utf8')).not.toMatch(/^export \{/m)
  })
})

describe('rooms stay small', () => {
  test('law 14: names of the wire stand in endpoints and schemas alone', () => {
    expect(measureHouse().spellings).toEqual([])
  })
  test('no source file passes 400 lines (messages and tests aside)', () => {
    const long = ['core', 'server', 'cli', 'react', 'portal']
      .flatMap(inSource)
      .filter(path => !/messages\//.test(path))
      .map(path => [relative(root, path), readFileSync(path, 'utf8').split('\n').length] as const)
      .filter(([, lines]) => lines > 401)
    expect(long).toEqual([])
  })
})

test('names stand in the order of a dictionary, numbers by their value (decision 0083): no query sorts by what people wrote as it lies', () => {
  const names = '(?:className|displayName|name|title|email|fileName|documentName|label|value|status|source)'
  const raw = new RegExp(
    `\\b(?:asc|desc|orderBy)\\((?:\\w+\\.)?${names}\\)|orderBy\\((?:sql\`1\`|(?:\\w+\\.)?${names},)`,
  )
  // A seed takes titles in some order that is the same each time.
  const found = inSource('server').filter(
    path => !/\/seed\//.test(path) && raw.test(readFileSync(path, 'utf8')),
  )
  expect(found.map(path => relative(root, path))).toEqual([])
})

describe('no clock decides in tests (decision 0077)', () => {
  const clocks =
    /waitForTimeout|setTimeout\(.*, *[1-9]|\bsleep\( *[1-9]|\btimeout: *[1-9]|^ *\}, *[1-9][\d_]*\)|setTimeout.*timers\/promises/m
  /** A client's own deadline is what is tested. */
  const mayUse = /core\/src\/kernel\/client\.test\.ts$/
  const tests = ['core', 'server', 'cli', 'react', 'portal'].flatMap(name =>
    files(join(root, name)).filter(path => isTest(path) || /\/(test|e2e)\//.test(path)),
  )
  test('none waits a number of milliseconds or has a limit of its own: `until` and `patience` wait for what happens', () => {
    const found = tests.filter(path => !mayUse.test(path) && clocks.test(readFileSync(path, 'utf8')))
    expect(found.map(path => relative(root, path))).toEqual([])
  })
  test('calls that are refused are made in turn: one that nobody waits for yet would end a run as an unhandled rejection', () => {
    const inTurn = /for \(const (\w+) of [^\n]*\)\s[^\n]*await (?:refusal|failure|codeOf|issuesOf)\(\1\)/
    const found = tests.filter(path => inTurn.test(readFileSync(path, 'utf8')))
    expect(found.map(path => relative(root, path))).toEqual([])
  })
  test('a client of a test has no deadline: it would end a call on a slow machine, as 499', () => {
    const tests = ['server', 'cli', 'portal'].flatMap(name =>
      files(join(root, name)).filter(path => /\/(test|e2e)\//.test(path)),
    )
    const calls = tests.flatMap(path =>
      [...readFileSync(path, 'utf8').matchAll(/createSend\(\{[\s\S]{0,250}/g)]
        .filter(([call]) => !/timeout: 0\b/.test(call))
        .map(() => relative(root, path)),
    )
    expect(calls).toEqual([])
  })
})

test('properties are tried on the same examples in every run: fast-check comes from `scripts/properties.ts`', () => {
  const found = ['core', 'server', 'cli', 'react', 'portal', '../faults']
    .flatMap(name => files(join(root, name)))
    .filter(path => /import fc from 'fast-check'/.test(readFileSync(path, 'utf8')))
  expect(found.map(path => relative(root, path))).toEqual([])
})

describe('the style sheet', () => {
  test('no selector ends in a list alone, which would be tried with every element of a page', () => {
    const folder = join(root, 'react/src/styles')
    const found = readdirSync(folder).flatMap(name =>
      [
        ...readFileSync(join(folder, name), 'utf8').matchAll(/^.*[\s>+~]:(?:is|where)\([^()]*\)\s*[,{]$/gm),
      ].map(([line]) => `${name}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })

  test('every class that it styles is one that a component has', () => {
    const folder = join(root, 'react/src/styles')
    const namesIn = (text: string) => text.match(/kn-[a-z0-9-]+/g) ?? []
    const written = new Set(
      ['react', 'portal']
        .flatMap(name => files(join(root, name)))
        .flatMap(path => namesIn(readFileSync(path, 'utf8'))),
    )
    const found = readdirSync(folder)
      .flatMap(name => readFileSync(join(folder, name), 'utf8').match(/\.kn-[a-z0-9-]+/g) ?? [])
      .filter(name => !written.has(name.slice(1)))
    expect(found).toEqual([])
  })
})

test('PKG-07 every library that was asked for is depended on, or a decision says why it isn’t', () => {
  const asked = [
    ...['commander', '@inquirer/prompts', 'ora', 'cli-progress', 'undici', 'zod', 'conf', 'csv-parse'],
    ...['csv-stringify', 'react', 'react-dom', '@tanstack/react-table', 'react-hook-form', '@ariakit/react'],
    ...['tsup', 'vite', 'vitest', 'storybook', 'msw'],
  ]
  const manifests = ['..', 'cli', 'core', 'portal', 'react', 'server'].map(
    name => JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')) as Record<string, object>,
  )
  const held = new Set(
    manifests.flatMap(({ dependencies = {}, devDependencies = {}, peerDependencies = {} }) =>
      [dependencies, devDependencies, peerDependencies].flatMap(Object.keys),
    ),
  )
  const decisions = join(root, '../docs/decisions')
  const titles = readdirSync(decisions).map(
    name => readFileSync(join(decisions, name), 'utf8').split('\n')[0]!,
  )
  const missing = asked.filter(name => !held.has(name))
  expect(missing.filter(name => !titles.some(title => title.includes(`without ${name}`)))).toEqual([])
})

test('each decision has a number of its own, which its title says', () => {
  const folder = join(root, '../docs/decisions')
  const records = readdirSync(folder).filter(name => /^\d/.test(name))
  const numbers = records.map(name => name.slice(0, 4))
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  expect(
    records.filter(name => !readFileSync(join(folder, name), 'utf8').startsWith(`# ${name.slice(0, 4)} `)),
  ).toEqual([])
})

test('PKG-08 what stands at the top', () => {
  const top = readdirSync(join(root, '..'))
  expect(top).toEqual(
    expect.arrayContaining(['package.json', 'tsconfig.json', 'packages', 'examples', 'docs', 'README.md']),
  )
  expect(readdirSync(root).sort()).toEqual(['cli', 'core', 'portal', 'react', 'server'])
})

describe('what npm packs', () => {
  test.each(['core', 'react', 'server', 'cli', 'portal'])(
    '%s: its README and LICENSE, and its code built anew',
    name => {
      const folder = join(root, name)
      const { files, scripts, exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      // npm takes README, LICENSE and package.json along by itself, where they are.
      for (const file of ['README.md', 'LICENSE'])
        expect(statSync(join(folder, file)).size).toBeGreaterThan(0)
      expect(files).toContain('dist')
      expect(scripts.prepack).toBe(`node ../../scripts/build.mjs ${name}`)
      const shipped = JSON.stringify(exports).match(/\.\/(?!src\/)[\w./-]+(?=")/g) ?? []
      const isPacked = (path: string) => files.some((start: string) => path.startsWith(`./${start}`))
      const names = new Set(Object.keys(exports))
      expect(
        shipped.filter(path => !names.has(path) && !isPacked(path) && path !== './package.json'),
      ).toEqual([])
      // TypeScript 6 asks for the types of a style sheet, too.
      const untyped = Object.entries<string | object>(exports).filter(
        ([, target]) => typeof target === 'object' && !('types' in target),
      )
      expect(untyped.map(([entry]) => entry).filter(entry => !entry.endsWith('-worker'))).toEqual([])
    },
  )
})
