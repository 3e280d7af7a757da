/** Loads what lists and forms open on demand: a host may call it when there is nothing else to do. */
export async function prefetchParts(): Promise<void> {
  await Promise.all([
    import('./ui/overlay/menu-live.tsx'),
    import('./ui/overlay/tooltip-live.tsx'),
    import('./ui/overlay/dialog-live.tsx'),
    import('./ui/picker/filter-chip-live.tsx'),
    import('./titles/list/upload-panel.tsx'),
    import('./titles/list/delete-titles-dialog.tsx'),
  ])
}
