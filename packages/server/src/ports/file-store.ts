import { en, KinoraError } from '@kinora/core'
import type { ByteSource } from '@kinora/core/media'

/** Whose folder it is: the tenant's, else the provider's (C-85). */
export interface StoreOwner {
  tenantId: string | null
  providerId: string | null
}

/** A file as it was when it was opened; reading fails once it has changed. */
export interface StoredFile {
  /** Names the file among all others of the store. */
  path: string
  name: string
  size: number
  /** Milliseconds since 1970. */
  modified: number
  blob: ByteSource
}

/** `offline`, of the file store: it doesn't answer just now, which says nothing of any file. */
export class FileStoreAway extends KinoraError {
  constructor(cause?: unknown) {
    super('offline', { detail: en['error.storageGone'], cause })
  }
}

/**
 * Where the media of bulk uploads are laid down by other means than the API: a folder for each owner, read only.
 * Nothing outside an owner's folder can be seen through it, whatever a path says and wherever a link points.
 */
export interface FileStorePort {
  /** The folder as people are told to find it, for instance `tenants/pulsehouse`. */
  folderOf(owner: StoreOwner): string
  /** Whether the folder can be reached (BULK-10). Throws `FileStoreAway` where it may well be in a moment. */
  isReachable(owner: StoreOwner): Promise<boolean>
  /** How many files lie there, or undefined where the folder can't be reached, or nobody says so within seconds. */
  look(owner: StoreOwner): Promise<{ files: number } | undefined>
  /**
   * Opens a file by its path below the owner's folder; once the signal is aborted nothing more of it is read. Throws `notFound` where
   * there is none, `forbidden` where the store doesn't let it be read, `FileStoreAway` where it doesn't answer; so does each read of it.
   */
  open(owner: StoreOwner, path: string, signal?: AbortSignal): Promise<StoredFile>
}
