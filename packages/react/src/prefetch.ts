/** Loads what lists and forms open on demand: a host may call it when there is nothing else to do. */
export async function prefetchParts(): Promise<void> {
  await Promise.all([
    import('./ui/menu-live.tsx'),
    import('./ui/tooltip-live.tsx'),
    import('./ui/dialog-live.tsx'),
    import('./ui/filter-chip-live.tsx'),
    import('./titles/upload-panel.tsx'),
    import('./titles/delete-titles-dialog.tsx'),
  ])
}
