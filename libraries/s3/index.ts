export * from "@aws-sdk/client-s3";
