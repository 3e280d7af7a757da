import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, postcssIsolateStyles } from 'vitepress'
import { addressOf, sections } from '../contents.ts'
import { dataFiles } from '../source/files.ts'
import { withExamples, withLinks, withPlainBraces } from './markdown.ts'
import { policyOf } from './policy.ts'

const site = join(import.meta.dirname, '..')
const root = join(site, '../..')
/** Where the live examples find the platform with its demo; `npm run docs` starts one there. */
const platform = process.env.KINORA_DOCS_PLATFORM ?? 'http://127.0.0.1:4710'

const linkOf = (page: string) => addressOf(page.startsWith('../') ? `${page.slice(3)}.md` : `docs/${page}.md`)

export default defineConfig({
  title: 'Kinora',
  description:
    'Parts, API and operation of Kinora, the video-content portal for fitness and wellness platforms.',
  lang: 'en',
  srcDir: '..',
  srcExclude: ['site/node_modules/**'],
  outDir: process.env.KINORA_DOCS_OUT ?? join(site, 'dist'),
  cacheDir: join(site, '.cache'),
  rewrites: {
    'README.md': 'index.md',
    'parts/README.md': 'parts/index.md',
    'site/decisions.md': 'decisions/index.md',
    'site/source/CHANGELOG.md': 'changelog.md',
    'site/source/:path*': 'source/:path*',
  },
  head: [['link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]],
  metaChunk: true,
  transformPageData: ({ relativePath, frontmatter }) =>
    relativePath === 'index.md' ? { frontmatter: { ...frontmatter, pageClass: 'start' } } : undefined,
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: md => {
      withExamples(md)
      withLinks(md)
      withPlainBraces(md)
    },
  },
  themeConfig: {
    nav: [
      { text: 'Parts', link: '/parts/' },
      { text: 'Embedding', link: '/embedding' },
      { text: 'API', link: '/api' },
      { text: 'Changelog', link: '/changelog' },
    ],
    // Sections that fold would be buttons within buttons.
    sidebar: sections.map(({ text, entries }) => ({
      text,
      items: entries.map(entry => ({ text: entry.text, link: linkOf(entry.page) })),
    })),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        _render: (source, env, md) => (isForReaders(env.relativePath) ? md.render(source, env) : ''),
      },
    },
  },
  vite: {
    publicDir: join(root, 'packages/portal/public'),
    define: { __KINORA_PLATFORM__: JSON.stringify(platform) },
    resolve: {
      conditions: ['@kinora/source'],
      dedupe: ['react', 'react-dom'],
    },
    esbuild: { jsx: 'automatic' },
    worker: { format: 'es' },
    build: {
      target: 'es2022',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2000,
      rollupOptions: {
        // `use client` means something to servers that render React; here everything is a client. Annotations of zod are for other bundlers.
        onwarn: (warning, warn) =>
          ['MODULE_LEVEL_DIRECTIVE', 'INVALID_ANNOTATION'].includes(warning.code) || warn(warning),
      },
    },
    server: { fs: { allow: [root] }, host: '127.0.0.1' },
    css: { postcss: { plugins: [postcssIsolateStyles({ includeFiles: [/base\.css/, /vp-doc\.css/] })] } },
  },
  buildEnd({ outDir }) {
    for (const file of dataFiles()) cpSync(join(root, file), join(outDir, 'source', file))
    writeFileSync(join(outDir, 'content-security-policy.txt'), policyOf(outDir, platform))
  },
})

/** Decisions, requirements and sources are found by their links, and would drown everything else in a search. */
const isForReaders = (path: string): boolean => !/^(decisions|source|site\/source|requirements)\b/.test(path)
