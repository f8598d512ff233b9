create table if not exists document (
	name varchar(255) primary key,
	digest char(64) not null,
	size bigint not null,
	stored_at timestamp with time zone not null
);
