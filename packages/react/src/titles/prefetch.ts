/** Loads what lists and forms open on demand: a host may call it when there is nothing else to do. */
export async function prefetchParts(): Promise<void> {
  await Promise.all([
    import('../ui/overlay/lazy-menu.tsx'),
    import('../ui/overlay/lazy-tooltip.tsx'),
    import('../ui/overlay/lazy-dialog.tsx'),
    import('../ui/picker/lazy-filter-chip.tsx'),
    import('./list/upload-panel.tsx'),
    import('./list/remove-from-site-dialog.tsx'),
    import('./jobs/title-job-panel.tsx'),
  ])
}
