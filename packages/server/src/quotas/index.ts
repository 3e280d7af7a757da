export {
  assertRoomForImage,
  assertRoomForRestored,
  assertRoomForTitle,
  assertRoomForUpload,
  assertRoomOnDisk,
} from './check.ts'
