/** `?dir=rtl&sheets=bootstrap,mui&widgets&kinora=list`: what stands on the page, and whose styles. */
const asked = new URLSearchParams(location.search)
document.dir = asked.get('dir') ?? 'ltr'

const sheets = {
  bootstrap: () => import('./sheets/bootstrap.css'),
  'tailwind-3': () => import('./sheets/tailwind-3.out.css'),
  'tailwind-4': () => import('./sheets/tailwind-4.css'),
  mui: () => import('./sheets/mui').then(({ addBaseline }) => addBaseline()),
}
for (const name of asked.get('sheets')?.split(',') ?? []) await sheets[name as keyof typeof sheets]()
if (asked.has('widgets')) (await import('./widgets')).showWidgets()
const part = asked.get('kinora')
if (part !== null) (await import('./classes')).showPart(part, asked.get('tag') ?? '')
