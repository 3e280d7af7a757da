import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(import.meta.dirname, '..')

/** A page of `docs/parts`, or of tests, with its examples as they stand: the code below `<!-- packages/…/ready-made.tsx -->`. */
export const withExamples = page =>
  readFileSync(join(root, page), 'utf8').replace(
    /^<!-- (packages\/\S+\.(tsx?)) -->\n(?:```tsx?\n.*?^```\n)?/gms,
    (_, file, kind) => `<!-- ${file} -->\n\`\`\`${kind}\n${readFileSync(join(root, file), 'utf8')}\`\`\`\n`,
  )

export const partPages = () =>
  globSync(['docs/parts/*.md', 'docs/testing-your-page.md'], { cwd: root }).sort()

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const page of partPages()) writeFileSync(join(root, page), withExamples(page))
